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
    let value = isFocused ? nil : value(of: item)
    let labelWidth = max(4, row.width / 2, row.width - (value?.width ?? row.width))
    label.render(into: &frame, area: row.cutLeft(min(label.width, labelWidth)))
    if let value { return value.render(into: &frame, area: row) }
    let hints = hints(of: index, width: row.width)
    if !hints.isEmpty {
      let width = hints.map(\.width).reduce(2 * (hints.count - 1), +)
      KeyHints(hints).render(into: &frame, area: row.cutRight(width))
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

  /// The keys that are named in the row with the focus. In a narrow one, what is entered has the room.
  private func hints(of index: Int, width: Int) -> [KeyHints.Hint] {
    let word = index + 1 < rows.rows.count ? "next" : "start"
    let hints = [KeyHints.Hint(key: "Enter", word: word), KeyHints.Hint(key: "Esc", word: "leave")]
    if width >= 40 { return hints }
    let item = rows.rows[index]
    let text = item.options.isEmpty ? value(of: item).width + 1 : choices(of: item, width: width).width
    let hasRoom = rows.mistake == nil && text + 2 + hints[0].width <= width
    return hasRoom ? [hints[0]] : []
  }

  /// The text to show. It contains nothing of a secret but its length.
  private func shown(_ item: Dashboard.InputRows.Row) -> TextField {
    item.input.isHidden ? item.field.masked(by: glyphs.bullet) : item.field
  }

  private func value(of item: Dashboard.InputRows.Row) -> Line {
    let text = shown(item).text
    let isLeftOut = text.isEmpty && item.input.isOptional
    return Line([Span(isLeftOut ? "(optional)" : text, .dim)], ellipsis: glyphs.ellipsis)
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
    let word = present.map { all[$0] } ?? Span("\(all.count) choices", .dim)
    return Line([arrows.0, word, arrows.1], ellipsis: glyphs.ellipsis)
  }
}
