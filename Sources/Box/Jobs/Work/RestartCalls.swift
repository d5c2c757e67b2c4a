internal import SignalboxCore

/// The program of a service is to be started again, because another service is ready again.
struct RestartCall: Error, Sendable, Equatable {
  /// The name of the other service.
  let other: String
}

/// Calls for the restart of the program of one service.
final class RestartCalls: Sendable {
  private struct State {
    /// A call that nobody has waited for.
    var pending: RestartCall?
    var listener: AsyncStream<RestartCall>.Continuation?
  }

  private let state = Locked(State())

  /// The present program is to be started again.
  func call(_ call: RestartCall) {
    state.withLock { state in
      if let listener = state.listener { listener.yield(call) } else { state.pending = call }
    }
  }

  /// Another program starts: earlier calls do not concern it.
  func forget() { state.withLock { $0.pending = nil } }

  /// Returns the next call; nil if the task is cancelled.
  func next() async -> RestartCall? {
    let (stream, continuation) = AsyncStream.makeStream(of: RestartCall.self)
    let pending = state.withLock { state in
      state.listener = continuation
      defer { state.pending = nil }
      return state.pending
    }
    defer { state.withLock { $0.listener = nil } }
    if let pending { return pending }
    for await call in stream { return call }
    return nil
  }
}
