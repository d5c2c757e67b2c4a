import Board
import Boundary
import TerminalUI

extension IntroductionView {
  /// The heading and the steps of a plan.
  func plan(_ plan: Dashboard.Introduction.PlanPart, width: Int) -> [Line] {
    let numberWidth = plan.lines.map { TextWidth.of($0.number) }.max() ?? 0
    let names = plan.lines.map { TextWidth.of($0.name) }
    let nameWidth = min(names.max() ?? 0, max(0, width - numberWidth - 8))
    return [Line([Span(plan.heading, .strong)], ellipsis: glyphs.ellipsis)]
      + plan.lines.map { line in
        let number = String(repeating: " ", count: numberWidth - TextWidth.of(line.number)) + line.number
        let gap = String(repeating: " ", count: max(0, nameWidth - TextWidth.of(line.name)) + 2)
        let (sign, style) = sign(of: line)
        return Line(
          [
            Span("  "), Span("\(sign) ", style), Span(number + " ", .dim), Span(line.name),
            Span((line.name.isEmpty ? "" : gap) + line.note, .dim),
          ], ellipsis: glyphs.ellipsis)
      }
  }

  private func sign(of line: PlanStatus.Line) -> (Character, Style) {
    switch line.state {
    case .done?: (glyphs.succeeded, .success)
    case .failed?: (glyphs.failed, .failure)
    case .running?: (glyphs.running, .plain)
    case .asking?: ("?", .warning)
    case .todo?, nil: line.number.isEmpty ? (glyphs.focus, .plain) : (" ", .plain)
    }
  }
}
