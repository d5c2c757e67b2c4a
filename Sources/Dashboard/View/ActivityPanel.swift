import Board
import TerminalUI

/// The row of the current value, with its gauge and the time of the longest run.
struct ActivityPanel: Widget, Equatable {
  var activity: Dashboard.ActivityOverview
  /// Whether a row shows a run.
  var isRunning = false
  var longestRun: Duration?
  var spinnerFrame: Int
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let row = area.row(0)
    guard activity.isLoading else {
      // A run that began a moment ago is not shown here yet.
      guard !isRunning else { return }
      return Line([Span("\(glyphs.idle) Nothing is running", .dim)], ellipsis: glyphs.ellipsis)
        .render(into: &frame, area: row)
    }
    let spinner = Spinner(frameNumber: spinnerFrame, glyphs: glyphs).span
    let label = Line(
      [spinner, Span(" " + (activity.current?.label ?? "Working"), .strong)],
      ellipsis: glyphs.ellipsis)
    SplitLine(label, progress(width: row.width), keeping: .trailing).render(into: &frame, area: row)
  }

  private func progress(width: Int) -> Line {
    let time = width < 40 ? [] : longestRun.map { [Span($0.wholeSeconds, .dim)] } ?? []
    guard let fraction = activity.current?.fraction else { return Line(time) }
    let gauge = Gauge(.fraction(fraction), label: Gauge.percent(fraction), glyphs: glyphs)
      .line(width: min(40, width * 2 / 5))
    return Line(gauge.spans + (time.isEmpty ? [] : [Span("  ")] + time))
  }
}
