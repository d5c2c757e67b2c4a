internal import SignalboxCore

extension Attempt {
  /// Runs `body` as a request: the network indicator shows it while it runs, and its duration is measured.
  func measureRequest<Result: Sendable>(
    limit: Duration, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> (Result, Duration) {
    let request = beginRequest()
    defer { request?.end() }
    let elapsed = stopwatch(on: environment.clock)
    let result = try await withTimeout(limit, on: environment.clock, body)
    return (result, elapsed())
  }
}

extension JobFailure {
  /// Throws if a probe took longer than its board allows; a limit of nil allows any duration.
  static func check(_ duration: Duration, slowerThan limit: Duration?) throws(JobFailure) {
    if let limit, duration > limit { throw .slow(duration, limit: limit) }
  }
}
