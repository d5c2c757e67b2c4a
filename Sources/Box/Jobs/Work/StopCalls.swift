internal import Boundary
internal import SignalboxCore

/// The end of a run that stops everything (`on-end: stop-all`), until the interlocking has seen it.
package final class StopCalls: Sendable {
  private let first = Locked<BoardStop?>(nil)

  init() {}

  /// A run has ended. The first of several counts.
  func call(_ stop: BoardStop) { first.withLock { $0 = $0 ?? stop } }

  /// The end that nobody has seen yet; nil for none.
  var next: BoardStop? { first.withLock { $0 } }

  /// Forgets it.
  func answer() { first.withLock { $0 = nil } }
}
