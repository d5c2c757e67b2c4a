import Board
import Configuration
import TerminalUI

/// A box over the board with all mistakes of a board file that was rejected, and with what a board has not of
/// the files of other programs.
struct MistakesOverlay: Dashboard.OverlayView {
  var mistakes: [Diagnostic]
  var remarks: [Remark]
  var remarkCount: Int
  var offset: Int
  var glyphs: GlyphSet

  init(_ state: Dashboard.State, offset: Int) {
    mistakes = state.boardMistakes
    (remarks, remarkCount) = (state.remarks, state.remarkCount)
    self.offset = offset
    glyphs = state.glyphs
  }

  func render(into frame: inout Frame, area: Rect) {
    let box = Box(title: title, glyphs: glyphs)
    guard let inside = box.open(in: &frame, area: area, size: outline(in: area).size) else { return }
    List(rows(area), offset: offset, glyphs: glyphs).render(into: &frame, area: inside)
  }

  /// The rectangle of the box in an area, including its frame.
  func outline(in area: Rect) -> Rect {
    let rows = rows(area)
    let width = max(rows.map(\.width).max() ?? 0, TextWidth.of(title) + 2)
    return area.centered(Size(width: width + Self.edges.width, height: rows.count + Self.edges.height))
  }

  func row(at point: Point, in area: Rect) -> AnyHashable? { nil }

  /// The smallest offset at which the last row is in view.
  func lastOffset(in area: Rect) -> Int {
    let count = rows(area).count
    let height = area.height - Self.edges.height
    return ScrollWindow(count: count, height: height, offset: count).visible.lowerBound
  }

  private static let indent = "  "
  private static let edges = Size(width: 4, height: 2)

  private var title: String {
    if mistakes.isEmpty { return "\(remarkCount) not taken over" }
    let count = mistakes.count == 1 ? "1 mistake" : "\(mistakes.count) mistakes"
    return mistakes.first.map { "\(count) in \($0.fileName)" } ?? count
  }

  private func rows(_ area: Rect) -> [Line] {
    let width = max(1, area.width - Self.edges.width)
    let words = { (text: String) in Paragraph(text).lines(width: width).map { Line([Span($0, .dim)]) } }
    var blocks = mistakes.isEmpty ? [] : [words("The board that runs is left as it was.")]
    blocks += mistakes.map { rows(of: $0, width: width) }
    if !mistakes.isEmpty, !remarks.isEmpty { blocks.append(words("Not taken over:")) }
    blocks += remarks.map { rows(of: $0, width: width) }
    if remarkCount > remarks.count { blocks.append(words("\(remarkCount - remarks.count) more")) }
    return Array(blocks.joined(separator: [Line([])]))
  }

  private func rows(of remark: Remark, width: Int) -> [Line] {
    let head = remark.subject.isEmpty ? remark.place : "\(remark.place)  \(remark.subject)"
    let reason = Paragraph(remark.reason).lines(width: width - Self.indent.count)
    return Paragraph(head).lines(width: width).map { Line([Span($0, .strong)]) }
      + reason.map { Line([Span(Self.indent + $0)]) }
  }

  private func rows(of mistake: Diagnostic, width: Int) -> [Line] {
    let place = mistake.location.map { "\($0.line):\($0.column): " } ?? ""
    let message = Paragraph(place + mistake.message).lines(width: width - Self.indent.count)
    let hint = mistake.hint.map { Paragraph($0).lines(width: width - Self.indent.count) } ?? []
    return message.enumerated().map { index, text in
      Line([Span(index == 0 ? "\(glyphs.failed) " : Self.indent, .failure), Span(text, .strong)])
    } + excerpt(mistake, width: width) + hint.map { Line([Span(Self.indent + $0)]) }
  }

  /// The source line of a mistake, with the caret below it. If there is too little room, both are scrolled to
  /// the caret.
  private func excerpt(_ mistake: Diagnostic, width: Int) -> [Line] {
    guard let source = mistake.sourceLine, let caret = mistake.caretLine else { return [] }
    let room = max(1, width - Self.indent.count)
    let column = TextWidth.of(caret)
    let hidden = column <= room ? 0 : column - max(1, room / 2)
    return [
      Line([Span(Self.indent + source.droppingColumns(hidden), .dim)], ellipsis: glyphs.ellipsis),
      Line([Span(Self.indent + caret.droppingColumns(hidden), .failure)]),
    ]
  }
}

extension String {
  /// The text without its first `count` columns. If half of a wide character would remain, it is replaced by
  /// a blank.
  fileprivate func droppingColumns(_ count: Int) -> String {
    var rest = self[...]
    var columns = count
    while columns > 0, let first = rest.popFirst() { columns -= TextWidth.of(first) }
    return String(repeating: " ", count: -min(0, columns)) + rest
  }
}
