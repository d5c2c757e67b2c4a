import SignalboxCore

/// A connection that is kept alive: a ping every ten seconds, a time limit for the answer, and longer pauses
/// between attempts while the server is away.
///
/// The connection is one execution that never ends by itself. `.restart` makes `connect()` the button for
/// "try again now", and with `onCancel: .waitForWork` the old connection is closed before the new one begins.
final class HeartbeatConnection: Sendable {
  enum Phase: Sendable, Equatable {
    case connecting, connected
    case waiting(Duration)
  }

  struct TimedOut: Error {}

  /// What the connection is doing; nil while it is switched off.
  let phase: ReadOnlyLiveData<Phase?>
  private let run: CompletableAction<Void>

  init(
    clock: any Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil,
    open: @escaping @Sendable () async throws -> Void, ping: @escaping @Sendable () async throws -> Void
  ) {
    let present = LiveOptionalData<Phase>()
    phase = present.readOnly
    run = CompletableAction(
      whileExecuting: .restart, onCancel: .waitForWork, executor: executor
    ) {
      defer { present.data = nil }
      var pause = Duration.seconds(1)
      while true {
        present.data = .connecting
        do {
          try await withTimeout(.seconds(5), clock, open)
          present.data = .connected
          pause = .seconds(1)
          while true {
            try await clock.sleep(for: .seconds(10))
            try await withTimeout(.seconds(3), clock, ping)
          }
        } catch {
          try Task.checkCancellation()
        }
        present.data = .waiting(pause)
        try await clock.sleep(for: pause)
        pause = min(pause * 2, .seconds(60))
      }
    }
  }

  /// Connects, or tries again now.
  func connect() { run.execute() }
  func disconnect() { run.cancel() }
}

/// Runs `operation`, and cancels it and throws if it takes longer than `limit`.
private func withTimeout(
  _ limit: Duration, _ clock: any Clock<Duration>, _ operation: @escaping @Sendable () async throws -> Void
) async throws {
  try await withThrowingTaskGroup { group in
    group.addTask(operation: operation)
    group.addTask {
      try await clock.sleep(for: limit)
      throw HeartbeatConnection.TimedOut()
    }
    try await group.next()
    group.cancelAll()
  }
}
