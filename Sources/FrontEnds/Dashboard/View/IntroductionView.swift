internal import Board
internal import Boundary
import TerminalUI

/// What an action is for and does, what it needs, and what it did last.
struct IntroductionView: Widget {
  var introduction: Dashboard.Introduction
  /// What is shown first; nil for nothing.
  var remark: String?
  var glyphs: GlyphSet

  /// What is shown while there is no output.
  static let emptyRemark = "No output yet"

  /// What is shown on request, or instead of an output that is still empty.
  init(_ introduction: Dashboard.Introduction, glyphs: GlyphSet) {
    self.init(
      introduction: introduction, remark: introduction.isRequested ? nil : Self.emptyRemark, glyphs: glyphs)
  }

  init(introduction: Dashboard.Introduction, remark: String? = nil, glyphs: GlyphSet) {
    (self.introduction, self.remark, self.glyphs) = (introduction, remark, glyphs)
  }

  func render(into frame: inout Frame, area: Rect) {
    var area = area
    var lines = lines(in: area.size)
    // Whatever is scrolled out of view: what the plan is for.
    if isPerformedPlan, lines.count > area.height, area.height > 1, let last = lines.popLast() {
      last.render(into: &frame, area: area.cutBottom(1))
    }
    for line in lines.dropFirst(min(introduction.scroll, max(0, lines.count - area.height)))
      .prefix(area.height)
    {
      line.render(into: &frame, area: area.cutTop(1))
    }
  }

  /// The number of rows with blank ones between the parts.
  func height(width: Int) -> Int { lines(in: Size(width: width, height: .max)).count }

  /// The largest number of rows that can be scrolled out of view.
  func lastScroll(in size: Size) -> Int { max(0, lines(in: size).count - size.height) }

  /// The rows in view and their number, such as "1-3 of 9"; empty if all rows are in view.
  func position(in size: Size) -> String {
    let count = lines(in: size).count
    guard size.height > 0, count > size.height else { return "" }
    let first = min(introduction.scroll, count - size.height)
    return "\(first + 1)-\(first + size.height) of \(count)"
  }

  /// All rows. If they do not fit, blank rows and what goes without saying are omitted, and a plan that Enter
  /// performs comes first.
  private func lines(in size: Size) -> [Line] {
    let blocks = blocks(width: size.width, remark: remark)
    let spaced = Array(blocks.joined(separator: [Line([])]))
    if spaced.count <= size.height { return spaced }
    let dense = self.blocks(width: size.width, remark: nil, isDense: true).flatMap { $0 }
    return dense.isEmpty ? spaced : dense
  }

  private var isPerformedPlan: Bool { introduction.plan?.progress != nil }

  /// What a locked action needs comes first.
  private func blocks(width: Int, remark: String?, isDense: Bool = false) -> [[Line]] {
    if let plan = introduction.plan, isPerformedPlan { return [performedPlan(plan, width: width)] }
    let action = introduction.action
    let work = action.map { $0.isCommand ? "$ \($0.work)" : $0.work }
    let texts = [action?.notes.summary, work].compactMap(\.self).filter { !$0.isEmpty }
    let body = (introduction.origin?.body ?? []).map { line in
      Line([Span("    " + line, .dim)], ellipsis: glyphs.ellipsis)
    }
    var meaning = texts.map { text in Paragraph(text).lines(width: width).map { Line([Span($0)]) } }
    meaning.append((meaning.popLast() ?? []) + body)
    let first = remark.map { [[Line([Span($0, .dim)], ellipsis: glyphs.ellipsis)]] } ?? []
    var needs = [needs(width: width)]
    if let plan = introduction.plan {
      needs.insert(self.plan(plan, width: width), at: isDense && plan.isOffered ? 0 : 1)
    }
    let blocks =
      introduction.isLocked || introduction.plan != nil
      ? needs + meaning + [details] : first + meaning + needs + [details]
    return blocks.filter { !$0.isEmpty }
  }

  private func needs(width: Int) -> [Line] {
    if introduction.needs.isEmpty { return [] }
    let heading =
      introduction.isLocked
      ? Span("\(glyphs.locked) Locked: it needs", .strong) : Span("Unlocked: it needs", .dim)
    let texts = introduction.needs.map { String(repeating: "  ", count: $0.depth + 1) + "  " + $0.text }
    let column = min(texts.map { TextWidth.of($0) }.max() ?? 0, max(0, width - 9))
    return [Line([heading], ellipsis: glyphs.ellipsis)]
      + zip(introduction.needs, texts).map { need, text in
        let (sign, word, style): (Character, String, Style) =
          switch need.holds {
          case true?: (glyphs.succeeded, "true", .success)
          case false?: (glyphs.failed, "false", .failure)
          case nil: ("?", "unknown", .warning)
          }
        let gap = String(repeating: " ", count: max(0, column - TextWidth.of(text)) + 2)
        return Line(
          [
            Span(String(repeating: "  ", count: need.depth + 1)), Span("\(sign) ", style), Span(need.text),
            Span(gap + word, .dim),
          ], ellipsis: glyphs.ellipsis)
      }
  }

  private var details: [Line] {
    let directory = introduction.action?.directory.map { Dashboard.Introduction.Detail("Directory", $0) }
    let details = [directory].compactMap(\.self) + introduction.details
    let column = details.map { TextWidth.of($0.name) }.max() ?? 0
    return details.map { detail in
      let gap = String(repeating: " ", count: column - TextWidth.of(detail.name) + 2)
      return Line([Span(detail.name + gap, .dim), Span(detail.text)], ellipsis: glyphs.ellipsis)
    }
  }
}
