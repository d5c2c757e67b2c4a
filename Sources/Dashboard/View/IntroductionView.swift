import TerminalUI

/// What an action is for and does, what it needs, and what it did last.
struct IntroductionView: Widget {
  var introduction: Dashboard.Introduction
  /// What is shown first; nil for nothing.
  var remark: String?
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    var area = area
    let lines = lines(width: area.width)
    for line in lines.dropFirst(min(introduction.scroll, max(0, lines.count - area.height)))
      .prefix(area.height)
    {
      line.render(into: &frame, area: area.cutTop(1))
    }
  }

  /// The largest number of rows that can be scrolled out of view.
  func lastScroll(in size: Size) -> Int { max(0, lines(width: size.width).count - size.height) }

  /// All rows. What a locked action needs comes first.
  private func lines(width: Int) -> [Line] {
    let texts = [introduction.summary, introduction.work].compactMap(\.self).filter { !$0.isEmpty }
    let meaning = texts.map { text in Paragraph(text).lines(width: width).map { Line([Span($0)]) } }
    let first = remark.map { [[Line([Span($0, .dim)], ellipsis: glyphs.ellipsis)]] } ?? []
    let blocks =
      introduction.isLocked
      ? [needs(width: width)] + meaning + [details] : first + meaning + [needs(width: width), details]
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [Line([])]))
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
    let column = introduction.details.map { TextWidth.of($0.name) }.max() ?? 0
    return introduction.details.map { detail in
      let gap = String(repeating: " ", count: column - TextWidth.of(detail.name) + 2)
      return Line([Span(detail.name + gap, .dim), Span(detail.text)], ellipsis: glyphs.ellipsis)
    }
  }
}
