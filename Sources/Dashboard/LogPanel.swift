import TerminalUI

/// The output of the focused action.
struct LogPanel: Widget {
  var log: Dashboard.Log?
  var glyphs: GlyphSet

  var title: String {
    log.map { "Output of \($0.title)" } ?? "Output"
  }

  /// Says which rows are seen, unless all are or the end is followed.
  func remark(height: Int) -> String {
    guard let log, case .from = log.position else { return "" }
    let visible = LogView.visible(count: log.lines.count, position: log.position, height: height)
    return "\(visible.lowerBound + 1)-\(visible.upperBound) of \(log.lines.count)"
  }

  func render(into frame: inout Frame, area: Rect) {
    guard let log, !log.lines.isEmpty else {
      return Line([Span("No output yet", .dim)]).render(into: &frame, area: area)
    }
    LogView(count: log.lines.count, position: log.position) { row(log.lines[$0]) }
      .render(into: &frame, area: area)
  }

  private func row(_ line: Dashboard.LogLine) -> Line {
    let spans: [Span] =
      switch line.kind {
      case .output: [Span("  " + line.text)]
      case .errorOutput: [Span("\(glyphs.bar) ", .warning), Span(line.text)]
      case .note: [Span("\(glyphs.bullet) \(line.text)", .dim)]
      }
    return Line(spans, ellipsis: glyphs.ellipsis)
  }
}
