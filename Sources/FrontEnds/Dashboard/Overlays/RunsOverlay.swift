import Board
import Boundary
import TerminalUI

/// A box over the board with the last runs of an action: the trend of their times, the success rate, and each
/// run.
struct RunsOverlay: Dashboard.OverlayView {
  var runs: Dashboard.Runs
  var glyphs: GlyphSet

  /// The rectangle of the box in an area, including its frame.
  func outline(in area: Rect) -> Rect {
    area.boxOfList(rows: max(1, runs.lines.count) + Self.headHeight)
  }

  func row(at point: Point, in area: Rect) -> AnyHashable? {
    run(at: point, in: area).map { Dashboard.Runs.RowID(run: $0.number, action: runs.id) }
  }

  /// The run at a point; nil for none.
  func run(at point: Point, in area: Rect) -> Dashboard.RunLine? {
    let parts = Parts(outline(in: area).insideBox, count: runs.lines.count)
    let window = ScrollWindow(
      count: runs.lines.count, height: parts.list.height, offset: offset(height: parts.list.height),
      focus: runs.focus)
    return window.index(at: point, in: parts.list).map { runs.lines[$0] }
  }

  func render(into frame: inout Frame, area: Rect) {
    let box = Box(title: "Runs of \(runs.title)", glyphs: glyphs)
    guard let inside = box.open(in: &frame, area: area, size: outline(in: area).size) else { return }
    guard !runs.lines.isEmpty else {
      return Line([Span("It has not run yet", .dim)], ellipsis: glyphs.ellipsis)
        .render(into: &frame, area: inside)
    }
    let parts = Parts(inside, count: runs.lines.count)
    var trendArea = parts.trend
    let frequency = frequency(width: inside.width)
    frequency.render(into: &frame, area: trendArea.cutRight(frequency.width))
    if frequency.width > 0 { _ = trendArea.cutRight(2) }
    trend(width: trendArea.width).render(into: &frame, area: trendArea)
    summary(width: inside.width).render(into: &frame, area: parts.summary)
    list(width: inside.width, height: parts.list.height).render(into: &frame, area: parts.list)
  }

  /// The positions of the parts inside the box.
  private struct Parts {
    let trend, summary, list: Rect

    init(_ inside: Rect, count: Int) {
      var rest = inside
      // The list needs at least three rows to be useful.
      trend = rest.cutTop(inside.height >= 5 ? 1 : 0)
      summary = rest.cutTop(rest.height >= 4 ? 1 : 0)
      _ = rest.cutTop(rest.height >= 4 || rest.height > count ? 1 : 0)
      list = rest
    }
  }

  /// The number of rows above the list: trend, summary, and a blank row.
  private static let headHeight = 3

  /// Keeps the chosen run in the middle, where it does not move when newer runs are added above it.
  private func offset(height: Int) -> Int { runs.focus - height / 2 }

  private func trend(width: Int) -> Line {
    let name = Span(runs.measure + "  ", .dim)
    return Line([name] + runs.trend.sparkline(glyphs).line(width: width - name.width).spans)
  }

  /// How often it runs, where that leaves room for the trend.
  private func frequency(width: Int) -> Line {
    guard let frequency = runs.frequency, width >= 48 else { return Line([]) }
    let lastDay = "\(frequency.lastDay)\(frequency.isAtLeast ? " or more" : "") in 24 h"
    let mean = frequency.perDay.map { perDay in
      let tenths = Int((perDay * 10).rounded())
      return tenths < 100 ? "\(tenths / 10).\(tenths % 10) a day" : "\(Int(perDay.rounded())) a day"
    }
    return Line([
      Span([lastDay, mean].compactMap(\.self).joined(separator: " \(glyphs.separator) "), .dim)
    ])
  }

  private func list(width: Int, height: Int) -> List<RunRow> {
    let columns = RunColumns(runs.lines, width: width)
    let focus = runs.focus
    let rows = runs.lines.enumerated().map { index, line in
      RunRow(run: line, isFocused: index == focus, columns: columns, glyphs: glyphs)
    }
    return List(rows, offset: offset(height: height), focus: focus, glyphs: glyphs)
  }

  /// The most detailed summary that fits.
  func summary(width: Int) -> Line {
    guard let rate = runs.trend.successRate else { return Line([Span("No run has ended yet", .dim)]) }
    let percent = Gauge.percent(rate).drop { $0 == " " }
    let ofRuns = "\(percent) of \(runs.count) \(runs.count == 1 ? "run" : "runs")"
    var texts = ["\(percent) of \(runs.count)", ofRuns, "\(ofRuns) succeeded"]
    if let times = runs.times {
      let separator = " \(glyphs.separator) "
      let isOne = times.fastest == times.slowest
      let range = isOne ? times.median.text : "\(times.fastest.text) to \(times.slowest.text)"
      texts.append("\(ofRuns) succeeded in \(times.median.text)")
      texts.append("\(ofRuns) succeeded in \(range)")
      if !isOne { texts.append("\(ofRuns) succeeded in \(range)\(separator)median \(times.median.text)") }
    }
    return Line([Span(texts.last { TextWidth.of($0) <= width } ?? texts[0])], ellipsis: glyphs.ellipsis)
  }
}

/// One run: number, time, duration, result and cause.
struct RunRow: Widget {
  var run: Dashboard.RunLine
  var isFocused: Bool
  var columns: RunColumns
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    var row = area.row(0)
    let (whole, name) = (area.row(0), area.row(0).cut(left: 2 + columns.number))
    defer { if isFocused { frame.drawBar(over: whole, name: name) } }

    func column(_ width: Int, _ text: String, _ style: Style, _ alignment: Line.Alignment = .right) {
      guard width > 0 else { return }
      Line([Span(text, style)], alignment: alignment).render(into: &frame, area: row.cutLeft(width))
      _ = row.cutLeft(columns.gap)
    }

    Line(isFocused ? [Span(String(glyphs.focus), .key)] : []).render(into: &frame, area: row.cutLeft(2))
    column(columns.number, "\(run.number)", isFocused ? .strong : .plain)
    column(columns.start, run.start, .dim)
    column(columns.duration, run.duration, .plain)
    Line([Span(run.cause, .dim)], alignment: .right, ellipsis: glyphs.ellipsis)
      .render(into: &frame, area: row.cutRight(columns.cause))
    if columns.cause > 0 { _ = row.cutRight(columns.gap) }
    Line(
      [Span("\(run.phase.sign(glyphs)) ", run.phase.style), Span(run.result, run.phase.style)],
      ellipsis: glyphs.ellipsis
    )
    .render(into: &frame, area: row)
  }
}

/// The widths of the columns of the list of runs. Narrow lists omit the cause first, then the duration, then
/// the time.
struct RunColumns: Equatable {
  let gap: Int
  let number: Int
  let start: Int
  let duration: Int
  let cause: Int

  init(_ runs: [Dashboard.RunLine], width: Int) {
    gap = width < 48 ? 1 : 2
    number = runs.map { TextWidth.of("\($0.number)") }.max() ?? 0
    start = width < 28 ? 0 : runs.map { TextWidth.of($0.start) }.max() ?? 0
    duration = width < 36 ? 0 : max(6, runs.map { TextWidth.of($0.duration) }.max() ?? 0)
    // The result of a run is more important than its cause.
    let shared = width - 2 - number - start - duration - 4 * gap - 2
    let widestResult = runs.map { TextWidth.of($0.result) }.max() ?? 0
    let room = width < 56 ? 0 : max(shared / 4, shared - widestResult)
    cause = min(room, runs.map { TextWidth.of($0.cause) }.max() ?? 0)
  }
}
