import Boundary
import TerminalUI

/// A menu over the board, with all commands and buttons and their keys. A command that would have no effect
/// now is dimmed. If there is little room, rows show fewer keys and shorter descriptions. If there is much,
/// the help has two columns.
struct HelpOverlay: Dashboard.OverlayView {
  /// The rows that match the text.
  let rows: [HelpRow]
  /// The rows without a text, which determine the size of the box.
  private let allRows: [HelpRow]
  let menu: Dashboard.Menu
  let glyphs: GlyphSet
  /// How commands are found whose keys are those of buttons.
  private let detours: [Dashboard.Command: String]

  init(_ state: Dashboard.State, _ menu: Dashboard.Menu) {
    allRows = HelpRow.rows(state, menu.content)
    rows = menu.text.isEmpty ? allRows : HelpRow.rows(state, menu)
    self.menu = menu
    glyphs = state.glyphs
    detours = Dictionary(
      uniqueKeysWithValues: state.keys.displaced.compactMap { command in
        state.keys.hint(of: command).map { (command, "\($0.key.name) \($0.word)") }
      })
  }

  /// The rectangle of the box in an area, including its frame.
  func outline(in area: Rect) -> Rect { area.centered(size(table(in: area), columnCount(in: area))) }

  /// The rows in view, for a box in this area.
  func window(in area: Rect) -> ScrollWindow {
    window(height: outline(in: area).height - 2, columnCount(in: area))
  }

  func row(at point: Point, in area: Rect) -> AnyHashable? {
    let inside = outline(in: area).inset(horizontal: 1, vertical: 1)
    let columns = columnCount(in: area)
    let perColumn = rowCount(columns)
    for (number, column) in Self.columns(columns, of: inside).enumerated() {
      guard let row = window(height: inside.height, columns).index(at: point, in: column) else { continue }
      let index = number * perColumn + row
      return rows.indices.contains(index) ? rows[index].id : nil
    }
    return nil
  }

  func render(into frame: inout Frame, area: Rect) {
    let table = table(in: area)
    let columns = columnCount(in: area)
    let size = size(table, columns)
    let box = Box(title: title(width: min(size.width, area.width) - 6), glyphs: glyphs)
    guard let inside = box.open(in: &frame, area: area, size: size) else { return }
    if rows.isEmpty {
      return Line([Span("Nothing matches", .dim)], ellipsis: glyphs.ellipsis)
        .render(into: &frame, area: inside)
    }
    let window = window(height: inside.height, columns)
    let (lines, perColumn) = (table.lines, rowCount(columns))
    let areas = Self.columns(columns, of: inside)
    for (number, column) in areas.enumerated() {
      window.render(into: &frame, area: column, glyphs: glyphs) { row, frame, area in
        let index = number * perColumn + row
        if lines.indices.contains(index) { lines[index].render(into: &frame, area: area) }
      }
    }
    let column = menu.focus / perColumn
    guard let place = window.row(ofIndex: menu.focus % perColumn), areas.indices.contains(column) else {
      return
    }
    frame.drawBar(over: areas[column].row(place), name: areas[column].row(place))
  }

  /// What the menu contains, and the text that was typed, of which at least the end is in view.
  private func title(width: Int) -> String {
    let (long, short) =
      switch menu.content {
      case .help: ("Keys", "Keys")
      case .all: ("Find an action or a command", "Find")
      }
    if menu.content == .help, menu.text.isEmpty { return long }
    let texts = ["\(long): \(menu.text)_", "\(short): \(menu.text)_", "\(menu.text)_"]
    if let text = texts.first(where: { TextWidth.of($0) <= width }) { return text }
    var end = texts[2][...]
    while TextWidth.of(String(end)) > max(1, width - 1) { end = end.dropFirst() }
    return "\(glyphs.ellipsis)\(end)"
  }

  private func window(height: Int, _ columns: Int) -> ScrollWindow {
    let perColumn = rowCount(columns)
    return ScrollWindow(
      count: min(rows.count, perColumn), height: height, offset: menu.scroll,
      focus: menu.scrollsFreely ? nil : menu.focus % perColumn)
  }

  // MARK: Columns

  /// Two if the help is too high for one, and there is room beside it.
  private func columnCount(in area: Rect) -> Int {
    let isHigh = allRows.count + 2 > area.height
    return menu.content == .help && isHigh && size(table(in: area), 2).width <= area.width ? 2 : 1
  }

  /// The number of rows in a column.
  private func rowCount(_ columns: Int) -> Int { max(1, (allRows.count + columns - 1) / columns) }

  private static let columnGap = 3

  private static func columns(_ count: Int, of inside: Rect) -> [Rect] {
    guard count == 2 else { return [inside] }
    var rest = inside
    let first = rest.cutLeft((inside.width - columnGap) / 2)
    _ = rest.cutLeft(columnGap)
    return [first, rest]
  }

  // MARK: Words

  private struct Table {
    let lines: [Line]
    let width: Int
  }

  private func size(_ table: Table, _ columns: Int) -> Size {
    let width = columns * table.width + (columns - 1) * Self.columnGap
    return Size(width: width + 4, height: rowCount(columns) + 2)
  }

  /// The most detailed table that fits.
  private func table(in area: Rect) -> Table {
    let names: (Dashboard.KeyMap.Binding) -> [String] = { $0.keys.map(\.name) }
    let tables = [
      table(gap: 2, keys: { names($0).joined(separator: " ") }, meaning: \.description),
      table(gap: 2, keys: { names($0).first ?? "" }, meaning: \.description),
    ]
    return tables.first { $0.width + 4 <= area.width }
      ?? table(gap: 1, keys: { names($0).min { $0.count < $1.count } ?? "" }, meaning: \.word)
  }

  private func table(
    gap: Int, keys: (Dashboard.KeyMap.Binding) -> String, meaning: (Dashboard.KeyMap.Binding) -> String
  ) -> Table {
    let texts = allRows.map { row -> (keys: String, meaning: String) in
      switch row {
      case .heading(let title): ("", title)
      case .command(let binding, _):
        (binding.keys.isEmpty ? detours[binding.command] ?? "no key" : keys(binding), meaning(binding))
      case .button(let button): (button.key?.name ?? "", button.helpText)
      }
    }
    let column = (texts.map { TextWidth.of($0.keys) }.max() ?? 0) + gap
    let lines = allRows.indices.map { line(allRows[$0], texts[$0].keys, texts[$0].meaning, column: column) }
    // Texts of the board are truncated if they are too long; texts of the panel are not.
    let widths = zip(allRows, lines).map { row, line in
      if case .button = row { min(line.width, 60) } else { line.width }
    }
    let smallest = menu.content == .help ? 0 : 44
    let indices = Dictionary(zip(allRows.map(\.id), allRows.indices)) { first, _ in first }
    let shown = rows.enumerated().map { place, row -> Line in
      guard let index = indices[row.id] else { return Line([]) }
      if place != menu.focus { return lines[index] }
      return line(row, texts[index].keys, texts[index].meaning, column: column, isFocused: true)
    }
    return Table(lines: shown, width: max(smallest, widths.max() ?? 0))
  }

  private func line(
    _ row: HelpRow, _ keys: String, _ meaning: String, column: Int, isFocused: Bool = false
  ) -> Line {
    guard row.isChoice else { return Line([Span(meaning, .strong)], ellipsis: glyphs.ellipsis) }
    let name = keys + String(repeating: " ", count: column - TextWidth.of(keys))
    if isFocused {
      let style: Style = row.isPossible ? .strong : .dim
      return Line([Span("\(glyphs.focus) \(name)\(meaning)", style)], ellipsis: glyphs.ellipsis)
    }
    let style: Style = row.isPossible ? .plain : .dim
    return Line(
      [Span("  "), Span(name, row.isPossible ? .key : .dim), Span(meaning, style)],
      ellipsis: glyphs.ellipsis)
  }
}

extension HelpRow {
  /// Whether choosing the row would have an effect now.
  var isPossible: Bool {
    switch self {
    case .heading: false
    case .command(_, let isPossible): isPossible
    case .button(let button): !button.isLocked
    }
  }
}

extension Dashboard.Button {
  /// The title of the button, and the effect of pressing it.
  fileprivate var helpText: String {
    if isLocked, let reason { return "\(title): \(reason)" }
    return phase.isPresent ? "\(title): \(face.word)" : title
  }
}
