internal import Board
import TerminalUI

/// Draws inputs with names: a row each, and in the one that is typed into what is wrong and the keys.
struct InputRowsView: Widget {
  var rows: Dashboard.InputRows
  var isFramed: Bool
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let area = isFramed ? area.inset(horizontal: 1) : area
    let window = ScrollWindow(
      count: rows.rows.count, height: area.height, focus: rows.focus, marksFrom: .max)
    for (place, index) in window.visible.enumerated() {
      render(index, isAlone: window.visible.count < rows.rows.count, into: &frame, row: area.row(place))
    }
  }

  /// - Parameter isAlone: Whether there are rows that are not visible, so that the number of this one is
  ///   shown.
  private func render(_ index: Int, isAlone: Bool, into frame: inout Frame, row: Rect) {
    var row = row
    let (item, isFocused) = (rows.rows[index], index == rows.focus)
    // The focus is visible without colours, too.
    let mark = isFocused ? "\(glyphs.focus) " : "  "
    let number = isAlone && row.width >= 30 ? "\(index + 1)/\(rows.rows.count) " : ""
    let label = Line(
      [Span("\(mark)\(number)\(item.input.prompt): ", isFocused ? .strong : .dim)], ellipsis: glyphs.ellipsis)
    label.render(into: &frame, area: row.cutLeft(min(label.width, max(4, row.width / 2))))
    guard isFocused else { return value(of: item).render(into: &frame, area: row) }
    if row.width >= 40 {
      let word = index + 1 < rows.rows.count ? "next" : "start"
      let hints = [KeyHints.Hint(key: "Enter", word: word), KeyHints.Hint(key: "Esc", word: "leave")]
      KeyHints(hints).render(into: &frame, area: row.cutRight(17 + word.count))
      _ = row.cutRight(2)
    }
    if let mistake = rows.mistake {
      // Without room for the words, a sign says that the text is not accepted.
      let room = row.width - 9
      let line = Line([Span(room < 8 ? "!" : mistake, .warning)], ellipsis: glyphs.ellipsis)
      line.render(into: &frame, area: row.cutRight(min(line.width, max(1, room))))
      _ = row.cutRight(1)
    }
    if item.options.isEmpty {
      shown(item).render(into: &frame, area: row)
    } else {
      choices(of: item, width: row.width).render(into: &frame, area: row)
    }
  }

  /// The text to show. It contains nothing of a secret but its length.
  private func shown(_ item: Dashboard.InputRows.Row) -> TextField {
    item.input.isHidden ? item.field.masked(by: glyphs.bullet) : item.field
  }

  private func value(of item: Dashboard.InputRows.Row) -> Line {
    Line([Span(shown(item).text, .dim)], ellipsis: glyphs.ellipsis)
  }

  /// All that can be chosen, if there is room for it; the present one is in brackets.
  private func choices(of item: Dashboard.InputRows.Row, width: Int) -> Line {
    let all = item.options.map { option -> Span in
      let word = option.isEmpty ? "none" : option
      return option == item.field.text ? Span("[\(word)]", .strong) : Span(" \(word) ", .dim)
    }
    let line = Line(all, ellipsis: glyphs.ellipsis)
    if line.width <= width { return line }
    let present = item.options.firstIndex(of: item.field.text)
    let arrows = (Span("\(glyphs.left) ", .dim), Span(" \(glyphs.right)", .dim))
    return Line([arrows.0, present.map { all[$0] } ?? Span("?", .dim), arrows.1], ellipsis: glyphs.ellipsis)
  }
}
