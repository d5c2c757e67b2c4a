import SignalboxCore

/// Delivers the first of several answers to one waiting task.
final class FirstAnswer<Value: Sendable>: Sendable {
  private struct State {
    var answer: Result<Value, any Error>?
    var continuation: CheckedContinuation<Value, any Error>?
  }

  private let state = Locked(State())

  func deliver(to continuation: CheckedContinuation<Value, any Error>) {
    let answer = state.withLock {
      if $0.answer == nil { $0.continuation = continuation }
      return $0.answer
    }
    if let answer { continuation.resume(with: answer) }
  }

  /// Whether there is an answer; later ones are dropped.
  var isGiven: Bool { state.withLock { $0.answer != nil } }

  func give(_ answer: Result<Value, any Error>) {
    let waiting = state.withLock { state in
      if state.answer == nil { state.answer = answer }
      defer { state.continuation = nil }
      return state.continuation
    }
    waiting?.resume(with: answer)
  }
}
