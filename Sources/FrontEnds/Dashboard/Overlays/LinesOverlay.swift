import Board
import Boundary
import TerminalUI

/// A box over the board with the lines of all outputs that contain a text.
struct LinesOverlay: Dashboard.OverlayView {
  var search: Dashboard.LineSearch
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let outline = outline(in: area)
    let box = Box(title: title(width: outline.width), glyphs: glyphs)
    guard let inside = box.open(in: &frame, area: area, size: outline.size) else { return }
    if search.result.lines.isEmpty {
      return Line([Span(remark, .dim)], ellipsis: glyphs.ellipsis).render(into: &frame, area: inside)
    }
    let pattern = SearchPattern(search.text)
    let width = min(24, inside.width / 3, search.titles.values.map { TextWidth.of($0) }.max() ?? 0)
    let rows = search.result.lines.enumerated().map { index, line in
      FoundLineRow(
        line: line, title: search.titles[line.action] ?? line.action,
        pattern: pattern, isFocused: index == search.focus, titleWidth: width,
        glyphs: glyphs)
    }
    List(rows, offset: offset(inside.height), focus: search.focus, glyphs: glyphs)
      .render(into: &frame, area: inside)
  }

  /// The rectangle of the box in an area, including its frame. It does not depend on what is found, so that
  /// it does not jump while somebody types.
  func outline(in area: Rect) -> Rect {
    area.centered(
      Size(
        width: area.width < 64 ? area.width : area.width - 4,
        height: area.height < 12 ? area.height : min(40, area.height - 2)))
  }

  func row(at point: Point, in area: Rect) -> AnyHashable? { line(at: point, in: area) }

  /// The line at a point; nil if there is none.
  func line(at point: Point, in area: Rect) -> OutputSearch.Line? {
    let inside = outline(in: area).insideBox
    let lines = search.result.lines
    return ScrollWindow(
      count: lines.count, height: inside.height, offset: offset(inside.height), focus: search.focus
    ).index(at: point, in: inside).map { lines[$0] }
  }

  private func offset(_ height: Int) -> Int { search.focus - height / 2 }

  private func title(width: Int) -> String {
    let name = width < 50 ? "Find" : "Find in all outputs"
    let count = search.result.count
    let lines = count == 0 ? "" : " \(glyphs.separator) \(count == 1 ? "1 line" : "\(count) lines")"
    let more = count > 0 && search.result.isUnfinished ? " or more" : ""
    return "\(name): \(search.text)_\(search.text.isEmpty ? "" : lines + more)"
  }

  private var remark: String {
    if let mistake = SearchPattern(search.text)?.mistake { return mistake }
    if search.text.isEmpty || search.answered.isEmpty { return "Type a text, or a /regular expression/" }
    return search.result.isUnfinished ? "Nothing was found in a second" : "No output contains it"
  }
}

/// A line that was found: the title of its action, and its text with the matches marked.
private struct FoundLineRow: Widget {
  var line: OutputSearch.Line
  var title: String
  /// What to mark in the text.
  var pattern: SearchPattern?
  var isFocused: Bool
  var titleWidth: Int
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    var row = area.row(0)
    let (whole, name) = (area.row(0), area.row(0).cut(left: 2 + titleWidth))
    defer { if isFocused { frame.drawBar(over: whole, name: name) } }
    Line(isFocused ? [Span(String(glyphs.focus), .key)] : []).render(into: &frame, area: row.cutLeft(1))
    _ = row.cutLeft(1)
    Line([Span(title, isFocused ? .strong : .dim)], ellipsis: glyphs.ellipsis)
      .render(into: &frame, area: row.cutLeft(titleWidth))
    _ = row.cutLeft(2)
    Line(spans, ellipsis: glyphs.ellipsis).render(into: &frame, area: row)
  }

  private var spans: [Span] {
    let bytes = Array(line.text.utf8)
    var spans: [Span] = []
    var place = 0
    for match in pattern?.matches(in: line.text) ?? [] where match.lowerBound >= place {
      spans.append(Span(String(decoding: bytes[place..<match.lowerBound], as: UTF8.self)))
      spans.append(Span(String(decoding: bytes[match], as: UTF8.self), .match))
      place = match.upperBound
    }
    return spans + [Span(String(decoding: bytes[place...], as: UTF8.self))]
  }
}
