internal import Board
internal import Boundary

/// The last result of an action that notices were sent for: a pure state machine.
///
/// Like guards, it keeps the earlier result during a repeat by the clock, so the end of the repeat is a
/// change only if the result differs. A run that a person starts invalidates the earlier result, so its end
/// is always a change.
struct NotifiedState: Sendable, Equatable {
  private enum Mark: Sendable, Equatable {
    case unknown, succeeded, failed
  }

  private var mark = Mark.unknown

  /// A service is ready. Returns what has changed: it has recovered if it had failed.
  mutating func recover() -> Set<NotifyPolicy.Change> {
    guard mark == .failed else { return [] }
    mark = .unknown
    return [.recovered]
  }

  /// A run has ended. Returns what has changed, which is nothing if it was cancelled, or if its failure is
  /// tolerated.
  mutating func take(_ outcome: RunOutcome, from cause: StartCause) -> Set<NotifyPolicy.Change> {
    let before = mark
    switch outcome {
    case .succeeded:
      mark = .succeeded
      if before == .failed { return [.succeeded, .recovered] }
      return before == .unknown || cause != .clock ? [.succeeded] : []
    case .failed:
      mark = .failed
      return before != .failed || cause != .clock ? [.failed] : []
    case .tolerated, .cancelled, .lost:
      return []
    }
  }
}
