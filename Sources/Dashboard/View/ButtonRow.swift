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
  var columns: ButtonColumns
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    var row = area.row(0)
    defer { if isFocused, hasBar { frame.drawBar(over: area.row(0)) } }

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
    column(columns.state, Line([Span("\(sign) \(word)", stateStyle)]), gap: columns.gap)
    if !button.isLocked {
      column(columns.duration, Line([Span(button.durationText, .dim)], alignment: .right), gap: columns.gap)
    }
    detail(width: row.width).render(into: &frame, area: row)
  }

  private var result: String? {
    let words = [button.lastResult, button.countdown?.wholeSecondsLeft].compactMap(\.self)
      .joined(separator: " ")
    return [words, button.sequel ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func text(_ text: String, _ style: Style) -> Line {
    Line([Span(text, button.isLocked && !isFocused ? .dim : style)], ellipsis: glyphs.ellipsis)
  }

  private var sign: Character {
    if button.isLocked { return glyphs.locked }
    return button.isStale ? glyphs.stale : button.phase.sign(glyphs)
  }

  private var word: String { button.isLocked ? "locked" : button.isStale ? "stale" : button.phase.rawValue }

  private var stateStyle: Style {
    if button.isLocked { return .dim }
    return button.isStale ? .warning : button.phase.style
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
    let words = [button.fate, button.isLocked ? button.reason : result, queue]
      .compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: " \(glyphs.separator) ")
    let isStub = width < 8 && TextWidth.of(words) > width
    if isStub || words.isEmpty, columns.duration == 0, !button.isLocked {
      return Line([Span(TextWidth.of(button.durationText) <= width ? button.durationText : "", .dim)])
    }
    let style: Style = button.isLocked ? .dim : .plain
    return Line(isStub ? [] : [Span(words, style)], ellipsis: glyphs.ellipsis)
  }
}

extension Duration {
  /// The time that is left, rounded up to whole seconds: "8 s".
  var wholeSecondsLeft: String { (self + .milliseconds(999)).wholeSeconds }
}

extension Dashboard.Button {
  /// How long the current or last run took; empty if unknown or locked.
  var durationText: String {
    guard let duration, !isLocked else { return "" }
    return phase.isPresent ? duration.wholeSeconds : duration.text
  }
}
