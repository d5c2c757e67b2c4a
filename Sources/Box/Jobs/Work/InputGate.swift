internal import SignalboxCore

/// How a run, on any thread, has the state of its inputs recorded.
package final class InputGate: Sendable {
  typealias Begin =
    @Sendable (
      _ action: String, _ onSlow: @escaping @Sendable () -> Void,
      _ onEnd: @escaping @Sendable (InputTicket?) -> Void
    ) -> Void

  private let begin = Locked<Begin?>(nil)

  func connect(_ begin: @escaping Begin) { self.begin.withLock { $0 = begin } }

  /// Returns the ticket of an attempt of an action, when its inputs have been looked at; nil if that was
  /// impossible. Throws if the task is cancelled.
  /// - Parameter onSlow: Called once if it takes a while.
  func begin(_ action: String, onSlow: @escaping @Sendable () -> Void) async throws -> InputTicket? {
    guard let begin = begin.withLock({ $0 }) else { return nil }
    let answer = FirstAnswer<InputTicket?>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        answer.deliver(to: continuation)
        begin(action, onSlow) { answer.give(.success($0)) }
      }
    } onCancel: {
      answer.give(.failure(CancellationError()))
    }
  }
}
