import SignalboxCore

/// Delivers the first of several answers to one waiting task.
final class FirstAnswer<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var answer: Result<Value, any Error>?
  private var continuation: CheckedContinuation<Value, any Error>?

  func deliver(to continuation: CheckedContinuation<Value, any Error>) {
    let answer = lock.withLock {
      if self.answer == nil { self.continuation = continuation }
      return self.answer
    }
    if let answer { continuation.resume(with: answer) }
  }

  func give(_ answer: Result<Value, any Error>) {
    let waiting = lock.withLock {
      if self.answer == nil { self.answer = answer }
      defer { continuation = nil }
      return continuation
    }
    waiting?.resume(with: answer)
  }
}
