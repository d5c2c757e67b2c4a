import Board
import SignalboxCore
import TerminalUI

/// A box over the board with all errors, the most important one first.
struct ErrorsOverlay: Dashboard.OverlayView {
  var errors: [Dashboard.ErrorBanner]
  /// The index of the chosen error.
  var focus: Int
  var glyphs: GlyphSet

  init(_ state: Dashboard.State, focus: Int) {
    errors = state.errors
    self.focus = focus
    glyphs = state.glyphs
  }

  func render(into frame: inout Frame, area: Rect) {
    let box = Box(title: title, glyphs: glyphs)
    guard let inside = box.open(in: &frame, area: area, size: outline(in: area).size) else { return }
    let rows = errors.enumerated().map { index, error in
      ErrorRow(error: error, isFocused: index == focus, glyphs: glyphs)
    }
    List(rows, offset: focus - inside.height / 2, focus: focus, glyphs: glyphs)
      .render(into: &frame, area: inside)
  }

  func outline(in area: Rect) -> Rect { area.boxOfList(rows: errors.count) }

  func row(at point: Point, in area: Rect) -> AnyHashable? {
    let inside = outline(in: area).insideBox
    return ScrollWindow(
      count: errors.count, height: inside.height, offset: focus - inside.height / 2, focus: focus
    ).index(at: point, in: inside).map { errors[$0].id }
  }

  private var title: String { errors.count == 1 ? "1 error" : "\(errors.count) errors" }
}

/// One error: who has failed, what happened, its priority, since when, and the time left.
struct ErrorRow: Widget {
  var error: Dashboard.ErrorBanner
  var isFocused: Bool
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let style: Style = error.priority == .low ? .warning : .failure
    let mark = isFocused ? Span("\(glyphs.focus) ", .key) : Span("  ")
    let what = Line(
      [mark, Span("\(glyphs.failed) ", style), Span(error.source, isFocused ? .strong : .plain)]
        + [Span(": \(error.message)")],
      ellipsis: glyphs.ellipsis)
    SplitLine(what, Line([Span(facts(width: area.width, beside: what.width), .dim)]), keeping: .trailing)
      .render(into: &frame, area: area)
    let name = area.row(0).cut(left: 4 + TextWidth.of(error.source))
    if isFocused { frame.drawBar(over: area.row(0), name: name) }
  }

  /// The most detailed text that leaves room for the message. A message that is too long for all of them is
  /// truncated beside the priority and the time left.
  private func facts(width: Int, beside messageWidth: Int) -> String {
    if width < 24 { return "" }
    let priority = error.priority == .normal ? "" : "\(error.priority)"
    let time = error.reset?.remaining.wholeSeconds ?? ""
    let resets = time.isEmpty ? "" : "resets in \(time)"
    let texts = [[priority, "since \(error.since)", resets], [priority, resets], [priority, time]].map {
      $0.filter { !$0.isEmpty }.joined(separator: " \(glyphs.separator) ")
    }
    return texts.first { messageWidth + 2 + TextWidth.of($0) <= width } ?? texts[2]
  }
}
