import Programs
import TerminalUI

/// The output of the focused action.
struct LogPanel: Widget {
  var log: Dashboard.Log?
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    if let introduction = log?.introduction {
      return IntroductionView(introduction, glyphs: glyphs).render(into: &frame, area: area)
    }
    guard let log, !log.rows.isEmpty else {
      return Line([Span(emptyMessage, .dim)], ellipsis: glyphs.ellipsis).render(into: &frame, area: area)
    }
    // The picture may be lower than the one for which the rows were read.
    let rows = log.isFollowing ? log.rows.suffix(area.height) : log.rows.prefix(area.height)
    var area = area
    for row in rows { render(row, into: &frame, area: area.cutTop(1)) }
  }

  private var emptyMessage: String {
    guard let log else { return IntroductionView.emptyRemark }
    // Lines are on their way.
    return log.keptCount == 0 ? "" : "None of \(log.keptCount) lines matches"
  }

  private func render(_ row: Dashboard.LogRow, into frame: inout Frame, area: Rect) {
    if row.kind.isMark {
      return renderMark(row, into: &frame, area: area)
    }
    var area = area
    let sign = row.isHead ? Span("\(glyphs.focus) ", .key) : row.isContinued ? Span("  ") : sign(of: row.kind)
    Line([sign]).render(into: &frame, area: area.cutLeft(2))
    if let clock = row.clock {
      Line([Span(clock, .dim)]).render(into: &frame, area: area.cutLeft(Dashboard.LogGeometry.clockWidth))
    }
    Line(spans(of: row), ellipsis: glyphs.ellipsis).render(into: &frame, area: area)
    showHiddenMatch(of: row, into: &frame, area: area)
  }

  /// Draws the beginning of a run: a rule across the log, with its time and cause.
  private func renderMark(_ row: Dashboard.LogRow, into frame: inout Frame, area: Rect) {
    guard !area.isEmpty else { return }
    let rule = glyphs.box.horizontal
    frame.drawRule(area, from: row.isHead ? glyphs.focus : rule, rule, to: rule, style: .dim)
    let separator = " \(glyphs.separator) "
    let facts = [row.clock, row.kind.cause].compactMap { $0 }.filter { !$0.isEmpty }
      .map { separator + $0 }.joined()
    let words = [Span(" ")] + spans(of: row) + [Span(facts + " ", .dim)]
    Line(words, ellipsis: glyphs.ellipsis).render(into: &frame, area: area.inset(horizontal: 2))
  }

  private func sign(of kind: OutputLine.Kind) -> Span {
    switch kind {
    case .output, .status, .startByPerson, .startByClock, .startByBoard, .retry: Span("  ")
    case .errorOutput: Span("\(glyphs.box.vertical) ", .warning)
    case .note: Span("\(glyphs.bullet) ", .dim)
    case .success: Span("\(glyphs.succeeded) ", .success)
    case .failure: Span("\(glyphs.failed) ", .failure)
    case .cancellation: Span("\(glyphs.cancelled) ", .warning)
    }
  }

  private func spans(of row: Dashboard.LogRow) -> [Span] {
    row.pieces.map { piece in
      var style =
        row.kind == .output || row.kind == .errorOutput ? piece.style : row.kind.isMark ? .strong : .dim
      if piece.isMatch { style = row.isCurrent ? .currentMatch : .match }
      if row.isSelected { style.attributes.formSymmetricDifference(.reverse) }
      return Span(piece.text, style)
    }
  }

  /// If a match is hidden behind the right edge, highlights the ellipsis.
  private func showHiddenMatch(of row: Dashboard.LogRow, into frame: inout Frame, area: Rect) {
    var column = area.x
    for piece in row.pieces {
      column += TextWidth.of(piece.text)
      guard piece.isMatch, column > area.columns.upperBound else { continue }
      let edge = Rect(x: area.columns.upperBound - 1, y: area.y, width: 1, height: 1)
      return frame.restyle(edge.intersection(area)) { _ in row.isCurrent ? .currentMatch : .match }
    }
  }
}

extension OutputLine.Kind {
  /// True for a line that is drawn as a rule.
  var isMark: Bool { isRunStart || self == .retry }

  /// True for the first line of a run.
  var isRunStart: Bool { self == .startByPerson || self == .startByClock || self == .startByBoard }

  /// Why a run began.
  fileprivate var cause: String? {
    switch self {
    case .startByPerson: "pressed"
    case .startByClock: "repeated"
    case .startByBoard: "with the board"
    default: nil
    }
  }
}
