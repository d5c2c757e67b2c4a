import Boundary
import Fuzzing
import Programs
import SignalboxCore
import TerminalUI

@testable import Dashboard

extension SeededGenerator {
  /// A random state of the panel, including unlikely ones.
  mutating func state() -> Dashboard.State {
    var state = Dashboard.State(title: words(), glyphs: oneIn(2) ? .unicode : .ascii)
    state.network = .init(isVisible: oneIn(2), requests: magnitude(upTo: 1_000_000))
    state.longestRun = oneIn(2) ? duration() : nil
    state.activity = .init(
      isLoading: oneIn(2), current: oneIn(2) ? value() : nil,
      running: (0..<magnitude(upTo: 30)).map { _ in
        .init(words(), value: oneIn(2) ? value() : nil, since: oneIn(2) ? words() : nil)
      })
    if oneIn(2) { state.error = error() }
    state.buttons = (0..<magnitude(upTo: 120)).map { button($0) }
    if !oneIn(4) { state.log = log() }
    state.focus = oneIn(8) ? below(2_000) - 1_000 : below(max(1, state.buttons.count))
    state.scroll = oneIn(8) ? below(2_000) - 1_000 : below(max(1, state.buttons.count))
    state.scrollsFreely = oneIn(4)
    state.isZoomed = oneIn(6)
    state.split = oneIn(2) ? 0 : below(200) - 100
    state.isReadOnly = oneIn(4)
    if oneIn(3) { state.mode.front = front(over: state) }
    if oneIn(3) { state.message = words() }
    state.spinnerFrame = below(2_000)
    return state
  }

  private mutating func words() -> String { text(upTo: 120, controls: true) }

  private mutating func duration() -> Duration {
    .nanoseconds(Int64(magnitude(upTo: 1 << 60)) * (oneIn(20) ? -1 : 1))
  }

  /// Mostly a value from 0 to 1, but also invalid values that a fault elsewhere could cause.
  private mutating func fraction() -> Double {
    oneIn(8) ? pick([.nan, .infinity, -.infinity, -1, 2, 1e300]) : Double(below(1_001)) / 1_000
  }

  private mutating func value() -> Dashboard.ActivityValue {
    .init(words(), fraction: oneIn(2) ? fraction() : nil)
  }

  private mutating func error() -> Dashboard.ErrorBanner {
    .init(
      message: words(), source: words(), priority: pick([.low, .normal, .high]),
      moreCount: magnitude(upTo: 10_000), since: words(),
      reset: oneIn(2) ? .init(remaining: duration(), total: duration()) : nil)
  }

  private mutating func button(_ number: Int) -> Dashboard.Button {
    let key: Key? = oneIn(4) ? nil : oneIn(4) ? .function(within(1...12)) : .character(Character(scalar()))
    var button = Dashboard.Button(id: "\(number)", title: words(), key: key)
    button.phase = pick([
      .idle, .running, .starting, .ready, .restarting, .succeeded, .failed, .cancelled, .tolerated,
    ])
    button.isEnabled = oneIn(2)
    button.reason = oneIn(2) ? words() : nil
    button.duration = oneIn(2) ? duration() : nil
    button.fraction = oneIn(2) ? fraction() : nil
    button.words = oneIn(2) ? words() : nil
    button.waiting = oneIn(4) ? magnitude(upTo: 100_000) : 0
    return button
  }

  private mutating func log() -> Dashboard.Log {
    var log = Dashboard.Log(title: words())
    log.rows = (0..<magnitude(upTo: 300)).map { number in
      let pieces = (0..<below(4)).map { _ in
        Dashboard.LogPiece(
          words(), style: oneIn(3) ? Style(foreground: .palette(UInt8(below(256)))) : .plain,
          isMatch: oneIn(3))
      }
      var row = Dashboard.LogRow(
        number: number, kind: pick([.output, .note, .startByPerson, .startByClock, .retry, .failure]),
        pieces: pieces)
      row.clock = oneIn(2) ? words() : nil
      row.isContinued = oneIn(3)
      row.isCurrent = oneIn(9)
      row.isSelected = oneIn(3)
      row.isHead = oneIn(9)
      return row
    }
    let first = below(1_000)
    log.visible = first..<(first + log.rows.count)
    log.lineCount = magnitude(upTo: 2_000)
    log.keptCount = magnitude(upTo: 2_000)
    log.isFollowing = oneIn(2)
    log.filter = oneIn(3) ? words() : nil
    log.search = oneIn(3) ? .init(words(), count: below(1_000), current: oneIn(2) ? below(1_000) : nil) : nil
    log.selectedCount = oneIn(3) ? below(1_000) : nil
    log.isWrapped = oneIn(2)
    return log
  }

  private mutating func front(over state: Dashboard.State) -> Dashboard.Mode.Front? {
    if oneIn(3) {
      let count = max(1, state.activity.running.count)
      let list = Dashboard.ActivityList(
        state.activity.running, focus: oneIn(8) ? below(200) - 100 : below(count),
        scroll: oneIn(8) ? below(200) - 100 : below(count))
      return list.map { .overlay($0) }
    }
    if oneIn(2) { return .overlay(Dashboard.Menu(focus: below(60) - 10)) }
    let answers = (0..<below(5)).map { _ in
      Dashboard.Answer(
        key: oneIn(4) ? nil : .character(Character(scalar())), title: words(),
        hindrance: oneIn(3) ? words() : nil)
    }
    return .question(
      Dashboard.Question(title: words(), text: words(), answers: answers, focus: below(7) - 1))
  }
}
