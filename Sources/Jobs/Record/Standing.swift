internal import Board

/// What is known of an action by those who are told of changes: a pure state machine.
///
/// It is what guards see: a repeat by the clock has the result of the one before until it ends, so its end is a change
/// only if it ends otherwise. A run that a person starts has no result until it ends, so its end always is one.
struct Standing: Sendable, Equatable {
  private enum Mark: Sendable, Equatable {
    case unknown, succeeded, failed
  }

  private var mark = Mark.unknown

  /// A run has ended with a result that counts. Returns what has changed; nothing does when it was cancelled.
  mutating func take(_ result: JobRecord.Result, from cause: StartCause) -> Set<NotifyPolicy.Change> {
    let before = mark
    switch result {
    case .succeeded:
      mark = .succeeded
      if before == .failed { return [.succeeded, .recovered] }
      return before == .unknown || cause == .person ? [.succeeded] : []
    case .failed:
      mark = .failed
      return before != .failed || cause == .person ? [.failed] : []
    case .cancelled:
      return []
    }
  }
}
