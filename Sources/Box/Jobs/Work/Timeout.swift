/// Runs `operation`, and cancels it when it takes longer than `limit`; nil for no limit.
///
/// It returns when the operation has ended, which can be after the limit, because cancelled work takes time
/// to end.
/// - Throws: ``JobFailure/timedOut(after:)``, or what the operation throws.
func withTimeout<Result: Sendable>(
  _ limit: Duration?, on clock: any Clock<Duration>,
  _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  guard let limit else { return try await operation() }
  return try await withThrowingTaskGroup(of: Result.self) { group in
    group.addTask { try await operation() }
    group.addTask {
      try await sleep(for: limit, on: clock)
      throw JobFailure.timedOut(after: limit)
    }
    defer { group.cancelAll() }
    guard let result = try await group.next() else { throw CancellationError() }
    return result
  }
}

/// Returns a function that measures the time since this call, on a clock of any kind.
func stopwatch<C: Clock>(on clock: C) -> () -> Duration where C.Duration == Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}

/// Sleeps on a clock of any kind.
func sleep<C: Clock>(for duration: Duration, on clock: C) async throws where C.Duration == Duration {
  try await clock.sleep(for: duration)
}
