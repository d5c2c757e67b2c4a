import TerminalUI

/// The current value with its gauge, and below it all running activities.
struct ActivityPanel: Widget {
  var activity: Dashboard.ActivityOverview
  var spinnerFrame: Int
  /// The index of the chosen activity; nil for none.
  var focus: Int?
  /// The index of the first activity shown.
  var offset = 0
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    var area = area
    renderCurrent(into: &frame, row: area.cutTop(1))
    if !area.isEmpty { renderRunning(into: &frame, area: area) }
  }

  private func renderRunning(into frame: inout Frame, area: Rect) {
    let nameWidth = nameWidth
    let rows = activity.running.enumerated().map { index, line in
      ActivityRow(line: line, isFocused: index == focus, nameWidth: nameWidth, glyphs: glyphs)
    }
    let smallestList = 3
    guard focus == nil, area.height < smallestList, rows.count > area.height else {
      return List(rows, offset: offset, focus: focus, marksFrom: smallestList, glyphs: glyphs)
        .render(into: &frame, area: area)
    }
    // There are too few rows to scroll, so the last row shows how many activities are hidden.
    var area = area
    let last = area.cutBottom(1)
    let hidden = rows.count - area.height
    for row in rows.prefix(area.height) { row.render(into: &frame, area: area.cutTop(1)) }
    Line([Span("\(glyphs.down) \(hidden) more", .dim)]).render(into: &frame, area: last)
  }

  private func renderCurrent(into frame: inout Frame, row: Rect) {
    guard activity.isLoading else {
      return Line([Span("\(glyphs.idle) Nothing is running", .dim)], ellipsis: glyphs.ellipsis)
        .render(into: &frame, area: row)
    }
    let spinner = Spinner(frameNumber: spinnerFrame, glyphs: glyphs).span
    let label = Line(
      [spinner, Span(" " + (activity.current?.label ?? "Working"), .strong)],
      ellipsis: glyphs.ellipsis)
    let gauge = activity.current?.fraction.map { fraction in
      Gauge(.fraction(fraction), label: Gauge.percent(fraction), glyphs: glyphs)
        .line(width: min(40, row.width * 2 / 5))
    }
    SplitLine(label, gauge ?? Line([]), keeping: .trailing).render(into: &frame, area: row)
  }

  /// The width of the name column, which fits the longest name up to a limit.
  private var nameWidth: Int {
    min(24, activity.running.map { TextWidth.of($0.name) }.max() ?? 0)
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
