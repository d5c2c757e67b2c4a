import TerminalUI

/// The list of buttons, in columns, without the focus: most keys only move that, so the other rows are kept
/// from the last picture.
struct ButtonList: Widget, Equatable {
  private let buttons: [Dashboard.Button]
  private let rows: Dashboard.ButtonRows
  /// What to say if no button is listed.
  private let emptyMessage: String
  private let columns: ButtonColumns
  private let window: ScrollWindow
  private let glyphs: GlyphSet
  private let isStale: Bool

  init(_ state: Dashboard.State, size: Size) {
    buttons = state.buttons
    rows = state.rows
    emptyMessage = state.filter == nil ? "This board has no actions" : state.nothingFound
    columns = ButtonColumns(state.overview, width: size.width)
    window = state.buttonWindow(height: size.height)
    glyphs = state.glyphs
    isStale = state.isStale
  }

  /// The same buttons are in the same memory: comparing them costs as much as drawing them.
  static func == (left: ButtonList, right: ButtonList) -> Bool {
    left.buttons.isInSameMemory(as: right.buttons) && left.rows == right.rows
      && left.emptyMessage == right.emptyMessage
      && left.columns == right.columns && left.window == right.window && left.glyphs == right.glyphs
      && left.isStale == right.isStale
  }

  func render(into frame: inout Frame, area: Rect) {
    guard !rows.rows.isEmpty else {
      return Line([Span(emptyMessage, .dim)], ellipsis: glyphs.ellipsis)
        .render(into: &frame, area: area)
    }
    window.render(into: &frame, area: area, glyphs: glyphs) { render($0, into: &$1, area: $2) }
  }

  /// Draws the row of the focus over the list.
  /// - Parameters:
  ///   - button: The index of the button that has the focus.
  ///   - usage: What its commands use; nil for nothing.
  ///   - hasBar: Whether a bar shows it. Otherwise the keys move in the output, and a sign shows which action
  ///     is chosen.
  func renderFocus(
    on button: Int, hasBar: Bool, usage: String? = nil, into frame: inout Frame, area: Rect
  ) {
    guard let row = rows.row(ofButton: button), let place = window.row(ofIndex: row) else { return }
    render(row, isFocused: true, hasBar: hasBar, usage: usage, into: &frame, area: area.row(place))
  }

  private func render(
    _ row: Int, isFocused: Bool = false, hasBar: Bool = false, usage: String? = nil, into frame: inout Frame,
    area: Rect
  ) {
    switch rows.rows[row] {
    case .heading(let name, let isFolded):
      GroupHeading(
        name: name, isFolded: isFolded, isFocused: isFocused, hasBar: hasBar,
        members: isFolded ? buttons.filter { $0.group == name } : [], glyphs: glyphs
      )
      .render(into: &frame, area: area)
    case .button(let button):
      ButtonRow(
        button: buttons[button], isFocused: isFocused, hasBar: hasBar, isStale: isStale, usage: usage,
        columns: columns, glyphs: glyphs
      )
      .render(into: &frame, area: area)
    }
  }
}

extension Array {
  fileprivate func isInSameMemory(as other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { memory in
        other.withUnsafeBufferPointer { memory.baseAddress == $0.baseAddress }
      }
  }
}

/// The widths of the columns of the button list. Narrow lists shorten titles first, then omit durations and
/// words.
struct ButtonColumns: Equatable {
  let gap: Int
  let key: Int
  let title: Int
  let state: Int
  let duration: Int
  let trend: Int

  init(_ overview: Dashboard.ButtonOverview, width: Int) {
    gap = width < 40 ? 1 : 2
    key = min(6, overview.keyWidth)
    // A sign and the longest word: "cancelled" or "succeeded", and "restarting" of a service.
    state = width < 32 ? 1 : overview.services > 0 ? 12 : 11
    // Only durations of ten minutes or more need more than six columns.
    duration = width < 48 ? 0 : max(6, overview.longDurationWidth)
    // Only in a wide list, and only if an action repeats.
    trend = width >= Self.spaciousWidth && overview.hasTrends ? TrendCell.width : 0
    // A percentage, or a duration that has no column of its own.
    let smallestDetail = width < 32 ? 4 : 6
    let others = 2 + key + gap + gap + state + (duration > 0 ? gap + duration : 0) + gap + smallestDetail
    title = min(overview.titleWidth, 32, max(0, width - others))
  }

  /// The least width of a list whose rows have room for more than their results.
  static let spaciousWidth = 84

  /// Whether this column of a row shows the key or the state.
  func showsFace(at x: Int) -> Bool {
    let keys = 2..<(2 + key)
    let states = 2 + (key > 0 ? key + gap : 0) + (title > 0 ? title + gap : 0)
    return keys.contains(x) || (states..<(states + state)).contains(x)
  }
}
