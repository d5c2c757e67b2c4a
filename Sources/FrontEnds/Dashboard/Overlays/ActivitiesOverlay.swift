import TerminalUI

/// A box over the board with all running activities.
struct ActivitiesOverlay: Dashboard.OverlayView {
  var running: [Dashboard.ActivityLine]
  /// The index of the chosen activity; nil for none.
  var focus: Int?
  /// The index of the first activity shown.
  var offset: Int
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let box = Box(title: title, glyphs: glyphs)
    guard let inside = box.open(in: &frame, area: area, size: outline(in: area).size) else { return }
    let nameWidth = min(24, running.map { TextWidth.of($0.name) }.max() ?? 0)
    let rows = running.enumerated().map { index, line in
      ActivityRow(line: line, isFocused: index == focus, nameWidth: nameWidth, glyphs: glyphs)
    }
    List(rows, offset: offset, focus: focus, glyphs: glyphs).render(into: &frame, area: inside)
  }

  func outline(in area: Rect) -> Rect { area.boxOfList(rows: running.count) }

  /// The activities in view.
  func window(in area: Rect) -> ScrollWindow {
    ScrollWindow(
      count: running.count, height: outline(in: area).insideBox.height, offset: offset, focus: focus)
  }

  func row(at point: Point, in area: Rect) -> AnyHashable? {
    window(in: area).index(at: point, in: outline(in: area).insideBox).map { running[$0].id }
  }

  private var title: String { running.count == 1 ? "1 is running" : "\(running.count) are running" }
}

extension ActivitiesOverlay {
  init(_ state: Dashboard.State, _ list: Dashboard.ActivityList) {
    running = state.activity.running
    focus = list.focus
    offset = list.scroll
    glyphs = state.glyphs
  }
}

/// One running activity: its name, label, progress and start time.
struct ActivityRow: Widget {
  var line: Dashboard.ActivityLine
  var isFocused: Bool
  var nameWidth: Int
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    var row = area.row(0)
    let (whole, name) = (row, row.cut(left: 2 + min(nameWidth, (row.width - 2) / 2)))
    defer { if isFocused { frame.drawBar(over: whole, name: name) } }
    Line(isFocused ? [Span(String(glyphs.focus), .key)] : []).render(into: &frame, area: row.cutLeft(1))
    _ = row.cutLeft(1)
    Line([Span(line.name, isFocused ? .strong : .plain)], ellipsis: glyphs.ellipsis)
      .render(into: &frame, area: row.cutLeft(min(nameWidth, row.width / 2)))
    _ = row.cutLeft(2)
    let percent = line.value?.fraction.map { [Span(Gauge.percent($0), .running)] } ?? []
    let since = line.since.map { [Span("since \($0)", .dim)] } ?? []
    SplitLine(
      Line([Span(line.value?.label ?? "", .dim)], ellipsis: glyphs.ellipsis),
      Line(Array([percent, since].filter { !$0.isEmpty }.joined(separator: [Span("  ")])))
    )
    .render(into: &frame, area: row)
  }
}
