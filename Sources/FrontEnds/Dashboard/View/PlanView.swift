import Board
import Boundary
import TerminalUI

extension IntroductionView {
  /// The heading and the steps of a plan.
  func plan(_ plan: Dashboard.Introduction.PlanPart, width: Int) -> [Line] {
    let heading = Line([Span(plan.heading, .strong)], ellipsis: glyphs.ellipsis)
    return [heading] + steps(of: plan, width: width)
  }

  /// A plan that is performed or has stopped is all that is shown.
  func performedPlan(_ plan: Dashboard.Introduction.PlanPart, width: Int) -> [Line] {
    let reason = Line([Span(plan.heading, .strong)], ellipsis: glyphs.ellipsis)
    return (plan.needsReason ? [reason] : []) + steps(of: plan, width: width)
  }

  private func steps(of plan: Dashboard.Introduction.PlanPart, width: Int) -> [Line] {
    let numbers = plan.lines.map { $0.number == "…" ? String(glyphs.ellipsis) : $0.number }
    let numberWidth = numbers.map { TextWidth.of($0) }.max() ?? 0
    // A number, a name and its sign are in each line.
    let room = width - numberWidth - 5
    let nameWidth = min(plan.lines.map { TextWidth.of($0.name) }.max() ?? 0, max(0, room))
    let orderWidth = plan.lines.compactMap(\.order?.count).max() ?? 0
    return zip(plan.lines, numbers).map { line, number in
      let number = String(repeating: " ", count: numberWidth - TextWidth.of(number)) + number
      let gap = String(repeating: " ", count: max(0, nameWidth - TextWidth.of(line.name)) + 2)
      let (sign, style) = sign(of: line, hasStopped: plan.hasStopped)
      var note = line.note
      if orderWidth > 0, let order = line.order {
        note = order + String(repeating: " ", count: orderWidth - order.count + 2) + note
      }
      let fits = TextWidth.of(note) <= room - nameWidth - 2
      return Line(
        [
          Span("  "), Span("\(sign) ", style), Span(number + " ", .dim), Span(line.name),
          Span((line.name.isEmpty ? "" : gap) + (fits ? note : line.shortNote ?? line.note), .dim),
        ], ellipsis: glyphs.ellipsis)
    }
  }

  private func sign(of line: PlanStatus.Line, hasStopped: Bool) -> (Character, Style) {
    switch line.state {
    case .done?: (glyphs.succeeded, .success)
    case .failed?: (glyphs.failed, .failure)
    case .running?: (glyphs.running, .running)
    case .asking?: ("?", .warning)
    case .todo?, nil:
      line.number.isEmpty ? (hasStopped ? glyphs.idle : glyphs.focus, .plain) : (" ", .plain)
    }
  }
}
