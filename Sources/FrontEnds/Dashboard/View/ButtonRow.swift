import Board
import Boundary
import TerminalUI

/// One button: key, title, state and duration, followed by the progress, the reason why it is locked, or the
/// last result.
struct ButtonRow: Widget {
  var button: Dashboard.Button
  var isFocused: Bool
  /// Whether a bar shows that it is chosen; otherwise the output has the focus, and a sign shows it.
  var hasBar = true
  /// Whether the box has ended: what ran may run or not.
  var isStale = false
  /// What its commands use; nil for nothing.
  var usage: String?
  var columns: ButtonColumns
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    var row = area.row(0)
    let name = row.cut(left: 2 + columns.key + (columns.key > 0 ? columns.gap : 0) + columns.title)
    defer {
      if isStale { frame.restyle(area.row(0)) { _ in .dim } }
      if isFocused, hasBar { frame.drawBar(over: area.row(0), name: name) }
    }

    func column(_ width: Int, _ line: Line, gap: Int) {
      guard width > 0 else { return }
      line.render(into: &frame, area: row.cutLeft(width))
      _ = row.cutLeft(gap)
    }

    // In the other rows, there is room for a longer result.
    if let trend = button.trend, columns.trend > 0 {
      TrendCell(trend: trend, glyphs: glyphs).render(into: &frame, area: row.cutRight(columns.trend))
      _ = row.cutRight(columns.gap)
    }
    column(1, Line(isFocused ? [Span(String(glyphs.focus), .dim)] : []), gap: 1)
    column(columns.key, text(button.key?.name ?? "", .key), gap: columns.gap)
    column(columns.title, text(button.title, isFocused ? .strong : .plain), gap: columns.gap)
    let isUnknown = isStale && button.phase.isPresent
    let face = isUnknown ? .unknown : button.face
    column(
      columns.state, Line([Span("\(face.sign(glyphs)) \(face.word)", face.style)]), gap: columns.gap)
    column(
      columns.duration, Line([Span(isUnknown ? "" : button.durationText, .dim)], alignment: .right),
      gap: columns.gap)
    if isUnknown { return }
    if let usage, row.width >= 24 + TextWidth.of(usage) {
      Line([Span(usage, .dim)], alignment: .right)
        .render(into: &frame, area: row.cutRight(TextWidth.of(usage)))
      _ = row.cutRight(columns.gap)
    }
    detail(width: row.width).render(into: &frame, area: row)
  }

  private var result: String? {
    let time = button.countdown?.wholeSecondsLeft
    let words =
      button.isStopping
      ? [time.map { "\($0) left" }, button.words].compactMap(\.self)
        .joined(separator: " \(glyphs.separator) ")
      : [button.words, time].compactMap(\.self).joined(separator: " ")
    return [words, button.sequel ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func text(_ text: String, _ style: Style) -> Line {
    Line([Span(text, button.face == .locked && !isFocused ? .dim : style)], ellipsis: glyphs.ellipsis)
  }

  /// How often the service was started again.
  private func restarts(before words: String) -> [Span] {
    guard button.restarts > 0, button.phase.isPresent else { return [] }
    return [Span("\(glyphs.restarting)\(button.restarts)", .warning)]
      + (words.isEmpty ? [] : [Span(" \(glyphs.separator) ", .dim)])
  }

  private func detail(width: Int) -> Line {
    let queue = button.waiting > 0 ? "\(button.waiting) waiting" : ""
    if button.phase.isPresent, let fraction = button.fraction {
      let fate = button.fate.map { width < 8 ? "" : $0 } ?? ""
      let beside = [queue, fate].filter { !$0.isEmpty }.map { "  " + $0 }.joined()
      let room = width - TextWidth.of(beside)
      // The fate is shown nowhere else, but the progress is also shown among the activities.
      let smallestGauge = 10
      if fate.isEmpty || room >= smallestGauge {
        let gauge = Gauge(.fraction(fraction), label: Gauge.percent(fraction), glyphs: glyphs)
        return Line(gauge.line(width: min(40, room)).spans + [Span(beside)])
      }
    }
    let plan = columns.duration == 0 ? button.performedPlan?.count : nil
    let words = [button.fate, plan, button.isLocked ? button.reason : result, queue]
      .compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: " \(glyphs.separator) ")
    let isStub = width < 8 && TextWidth.of(words) > width
    if isStub || words.isEmpty && restarts(before: "").isEmpty, columns.duration == 0, !button.isLocked {
      return Line([Span(TextWidth.of(button.durationText) <= width ? button.durationText : "", .dim)])
    }
    let style: Style = button.face == .locked ? .dim : button.asks ? .strong : .plain
    return Line(isStub ? [] : restarts(before: words) + [Span(words, style)], ellipsis: glyphs.ellipsis)
  }
}

extension Duration {
  /// The time that is left, rounded up to whole seconds: "8 s".
  var wholeSecondsLeft: String { (self + .milliseconds(999)).wholeSeconds }
}

extension Duration {
  /// How long a service has been ready: "2h 05m". It changes once a minute at most, so that the panel is
  /// idle.
  fileprivate var uptimeText: String {
    let minutes = components.seconds / 60
    let two = { (number: Int64) in (number < 10 ? "0" : "") + "\(number)" }
    return switch minutes {
    case ..<1: "<1m"
    case ..<60: "\(minutes)m"
    case ..<1440: "\(minutes / 60)h \(two(minutes % 60))m"
    default: "\(minutes / 1440)d \(minutes / 60 % 24)h"
    }
  }
}

extension Dashboard.Button {
  /// How long the current or last run took, or how much of a plan is done; empty if unknown or locked.
  var durationText: String {
    guard let duration, !isLocked else { return isLocked ? performedPlan?.count ?? "" : "" }
    if face == .phase(.ready) { return duration.uptimeText }
    return phase.isPresent ? duration.wholeSeconds : duration.text
  }
}
