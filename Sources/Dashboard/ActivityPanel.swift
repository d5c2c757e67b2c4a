import TerminalUI

/// The current value with its gauge, and below it all running activities.
struct ActivityPanel: Widget {
  var activity: Dashboard.Activity
  var spinnerFrame: Int
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    var area = area
    renderCurrent(into: &frame, row: area.cutTop(1))
    let hidden = activity.running.count - area.height
    let more = hidden > 0 && area.height > 0 ? area.cutBottom(1) : area.cutBottom(0)
    for line in activity.running.prefix(area.height) {
      render(line, into: &frame, row: area.cutTop(1))
    }
    Line([Span("  \(glyphs.ellipsis) \(hidden + 1) more", .dim)]).render(into: &frame, area: more)
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

  private func render(_ line: Dashboard.ActivityLine, into frame: inout Frame, row: Rect) {
    var row = row
    _ = row.cutLeft(2)
    Line([Span(line.name)], ellipsis: glyphs.ellipsis)
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

  /// The names stand in a column as wide as the widest of them.
  private var nameWidth: Int {
    min(24, activity.running.map { TextWidth.of($0.name) }.max() ?? 0)
  }
}
