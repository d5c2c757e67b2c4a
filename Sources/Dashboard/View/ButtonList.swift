import TerminalUI

/// The list of buttons, in columns.
struct ButtonList: Widget {
  var state: Dashboard.State

  func render(into frame: inout Frame, area: Rect) {
    guard !state.buttons.isEmpty else {
      return Line([Span("This board has no actions", .dim)], ellipsis: state.glyphs.ellipsis)
        .render(into: &frame, area: area)
    }
    let columns = ButtonColumns(state.overview, width: area.width)
    let list = state.rows
    let focus = list.row(ofButton: state.focus)
    // The chosen action stays in view while keys move in the output.
    let hasBar = !state.outputHasFocus
    List(
      count: list.rows.count, offset: state.scroll, focus: state.scrollsFreely ? nil : focus,
      glyphs: state.glyphs
    ) { index, frame, area in
      switch list.rows[index] {
      case .heading(let name, let isFolded):
        GroupHeading(
          name: name, isFolded: isFolded, isFocused: index == focus, hasBar: hasBar,
          members: isFolded ? state.buttons.filter { $0.group == name } : [], glyphs: state.glyphs
        )
        .render(into: &frame, area: area)
      case .button(let button):
        ButtonRow(
          button: state.buttons[button], isFocused: index == focus, hasBar: hasBar, columns: columns,
          glyphs: state.glyphs
        )
        .render(into: &frame, area: area)
      }
    }
    .render(into: &frame, area: area)
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
    state = width < 32 ? 1 : overview.hasServices ? 12 : 11
    // Only durations of ten minutes or more need more than six columns.
    duration = width < 48 ? 0 : max(6, overview.longDurationWidth)
    // Only in a wide list, and only if an action repeats.
    trend = width >= 84 && overview.hasTrends ? TrendCell.width : 0
    // A percentage, or a duration that has no column of its own.
    let smallestDetail = width < 32 ? 4 : 6
    let others = 2 + key + gap + gap + state + (duration > 0 ? gap + duration : 0) + gap + smallestDetail
    title = min(overview.titleWidth, 32, max(0, width - others))
  }

  /// Whether this column of a row shows the key or the state.
  func showsFace(at x: Int) -> Bool {
    let keys = 2..<(2 + key)
    let states = 2 + (key > 0 ? key + gap : 0) + (title > 0 ? title + gap : 0)
    return keys.contains(x) || (states..<(states + state)).contains(x)
  }
}
