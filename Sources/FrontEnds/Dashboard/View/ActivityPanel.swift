import Board
import TerminalUI

/// The row of the current value, with its gauge and the time of the longest run. A question that waits for a
/// person takes its place.
struct ActivityPanel: Widget, Equatable {
  var activity: Dashboard.ActivityOverview
  /// Whether a row shows a run.
  var isRunning = false
  var longestRun: Duration?
  var readyServices = 0
  /// How all services can be started, such as "services: Ctrl-A"; nil if that is not offered.
  var offer: String?
  /// What a program asks, with the title of its action; nil for nothing.
  var question: Question?
  /// What is said instead of all that if the box has ended; nil if it has not.
  var endOfBox: String?
  var spinnerFrame: Int
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let row = area.row(0)
    if let endOfBox {
      frame.fill(row, style: .alarm)
      return Line([Span(" \(endOfBox) ", .alarm)], ellipsis: glyphs.ellipsis).render(into: &frame, area: row)
    }
    if let question { return question.render(into: &frame, area: row, glyphs: glyphs) }
    guard activity.isLoading else {
      // A run that began a moment ago is not shown here yet.
      guard !isRunning else { return }
      return Line([standstill], ellipsis: glyphs.ellipsis)
        .render(into: &frame, area: row)
    }
    let spinner = Spinner(frameNumber: spinnerFrame, glyphs: glyphs).span
    let label = Line(
      [spinner, Span(" " + (activity.current?.label ?? "Working"), .strong)],
      ellipsis: glyphs.ellipsis)
    SplitLine(label, progress(width: row.width), keeping: .trailing).render(into: &frame, area: row)
  }

  /// What is said while nothing is in progress.
  private var standstill: Span {
    switch readyServices {
    case 0:
      Span("\(glyphs.idle) Nothing is running" + (offer.map { " \(glyphs.separator) \($0)" } ?? ""), .dim)
    case 1: Span("\(glyphs.ready) 1 service ready", .dim)
    default: Span("\(glyphs.ready) \(readyServices) services ready", .dim)
    }
  }

  /// A question of a program, and the keys that lead to it.
  struct Question: Equatable {
    let title: String
    let words: String
    /// The key that goes there, or the one that answers; nil for none.
    let hint: KeyHints.Hint?

    func render(into frame: inout Frame, area: Rect, glyphs: GlyphSet) {
      let key = hint.map { Line([Span($0.key, .key), Span(" \($0.word)", .dim)]) } ?? Line([])
      let what = Line(
        [Span("? asks", .question), Span(" \(title): ", .strong), Span(words)], ellipsis: glyphs.ellipsis)
      SplitLine(what, key, keeping: area.width < 40 ? .leading : .trailing).render(into: &frame, area: area)
    }
  }

  private func progress(width: Int) -> Line {
    let time = width < 40 ? [] : longestRun.map { [Span($0.wholeSeconds, .dim)] } ?? []
    guard let fraction = activity.current?.fraction else { return Line(time) }
    let gauge = Gauge(.fraction(fraction), label: Gauge.percent(fraction), glyphs: glyphs)
      .line(width: min(40, width * 2 / 5))
    return Line(gauge.spans + (time.isEmpty ? [] : [Span("  ")] + time))
  }
}
