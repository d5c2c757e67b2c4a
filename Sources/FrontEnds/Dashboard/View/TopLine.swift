import Board
import Boundary
import TerminalUI

/// The title, whether the panel is read-only and whether its box has ended, what narrows the list, the
/// network requests in flight, how many actions ask something, are running, are ready, are planned, have
/// failed and are locked, and how much of a project is not taken over.
struct TopLine: Widget, Equatable {
  private let title: String
  private let isReadOnly: Bool
  private let isStale: Bool
  /// What narrows the list, and how many actions it finds; nil for nothing.
  private let filter: String?
  private let found: Int
  private let watch: WatchState?
  private let network: Situation.Network
  private let overview: Dashboard.ButtonOverview
  private let failureCount: Int
  /// How much of the files of other programs the board has not.
  private let remarkCount: Int
  private let spinnerFrame: Int
  private let glyphs: GlyphSet
  private let isFramed: Bool

  init(_ state: Dashboard.State, isFramed: Bool) {
    title = state.title
    (isReadOnly, isStale) = (state.isReadOnly, state.isStale)
    (filter, found) = (state.filter?.text, state.rows.foundCount)
    network = state.network
    watch = state.watch
    overview = state.overview
    failureCount = state.error.map { $0.moreCount + 1 } ?? overview.failed
    remarkCount = state.remarkCount
    spinnerFrame = network.isVisible ? state.spinnerFrame : 0
    glyphs = state.glyphs
    self.isFramed = isFramed
  }

  func render(into frame: inout Frame, area: Rect) {
    let title = Span(isFramed ? " \(title) " : title, .strong)
    let area = isFramed ? area.inset(horizontal: 2) : area
    let detailed = status(isWide: true)
    let isWide = title.width + detailed.width + 2 <= area.width
    SplitLine(
      Line([title], ellipsis: glyphs.ellipsis),
      Line(isWide ? detailed.spans : status(isWide: false).spans, ellipsis: glyphs.ellipsis),
      keeping: .trailing
    )
    .render(into: &frame, area: area)
  }

  private func status(isWide: Bool) -> Line {
    var parts: [[Span]] = isReadOnly ? [[Span("read-only", .warning)]] : []
    if isStale { parts.append([Span("the box has ended", .warning)]) }
    if let filter {
      let text = filter.count > 20 ? filter.prefix(19) + String(glyphs.ellipsis) : filter
      parts.append([Span(isWide ? "only \(text), \(found) found" : "\(text) \(found)", .accent)])
    }
    switch watch {
    case .off where !isStale: parts.append([Span("watch off", .warning)])
    case .paused(let reason) where !isStale:
      parts.append([Span(isWide ? "watch paused: \(reason)" : "watch paused", .warning)])
    case .off, .paused, .on, nil: break
    }
    if network.isVisible, !isStale {
      let count = network.requests
      let words = isWide ? (count == 1 ? " 1 request" : " \(count) requests") : " \(count)"
      let spinner = Spinner(frameNumber: spinnerFrame, style: .accent, glyphs: glyphs)
      parts.append([spinner.span, Span(words)])
    }
    if !isStale { parts += counts(isWide: isWide) }
    if remarkCount > 0, isWide { parts.append([Span("! \(remarkCount) not taken over", .dim)]) }
    let spans = Array(parts.joined(separator: [Span(" \(glyphs.separator) ", .dim)]))
    return Line(isFramed && !spans.isEmpty ? [Span(" ")] + spans + [Span(" ")] : spans)
  }

  /// How many actions are in a state, without those that are none.
  private func counts(isWide: Bool) -> [[Span]] {
    let counts: [(Int, String, Character, Style)] = [
      (overview.asking, overview.asking == 1 ? "asks" : "ask", "?", .question),
      (overview.running, "running", glyphs.running, .running),
      (overview.ready, "ready", glyphs.ready, .success),
      (overview.planned, "planned", glyphs.planned, .running),
      (failureCount, "failed", glyphs.failed, .failure),
      (overview.locked, "locked", glyphs.locked, .dim),
    ]
    return counts.filter { $0.0 > 0 }.map { count, word, sign, style in
      [Span(isWide ? "\(count) \(word)" : "\(sign) \(count)", style)]
    }
  }
}
