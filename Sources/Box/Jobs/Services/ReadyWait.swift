internal import Board
internal import SignalboxCore

/// Waits until a service is ready, for as long as the board allows.
final class ReadyWait: Sendable {
  let condition: ReadyCondition
  let limit: Duration?
  let watch: ProgramWatch
  let site: ProbeSite
  /// How long ago the program was started.
  let elapsed: @Sendable () -> Duration

  /// The last failure of a probe; nil if none has failed.
  private let last = Locked<ProbeFailure?>(nil)

  init(
    _ condition: ReadyCondition, limit: Duration?, watch: ProgramWatch, site: ProbeSite,
    elapsed: @escaping @Sendable () -> Duration
  ) {
    self.condition = condition
    self.limit = limit
    self.watch = watch
    self.site = site
    self.elapsed = elapsed
  }

  /// Returns when the service is ready, or the task is cancelled.
  /// - Parameter onFailure: Called as soon as the start has failed, with that failure and the last lines of
  ///   the probe.
  /// - Throws: That failure.
  func callAsFunction(_ onFailure: @Sendable (JobFailure, _ lines: [String]) -> Void) async throws {
    let clock = site.environment.clock
    try await withThrowingTaskGroup(of: JobFailure?.self) { group in
      group.addTask { try await self.meet() }
      if let limit {
        group.addTask { [self] in
          try await sleep(for: limit, on: clock)
          return .notReady(.time(limit), reason: reason)
        }
      }
      defer { group.cancelAll() }
      guard let end = try await group.next(), let failure = end, !Task.isCancelled else { return }
      onFailure(failure, last.withLock { $0?.lines ?? [] })
      throw failure
    }
  }

  /// Returns nil when the condition is met, or the task is cancelled, and otherwise why it will not be.
  private func meet() async throws -> JobFailure? {
    switch condition {
    case .line: await watch.waitForLine()
    case .delay(let delay): try await sleep(for: delay, on: site.environment.clock)
    case .probe(let repeated): return try await meet(repeated)
    }
    return nil
  }

  private func meet(_ repeated: RepeatedProbe) async throws -> JobFailure? {
    var tally = ProbeTally(repeated)
    while true {
      let failure = await site.failure(of: repeated.probe)
      try Task.checkCancellation()
      if let failure {
        last.withLock { $0 = failure }
        if failure.isLasting { return .cannotStart("ready: \(failure.reason)") }
      }
      switch tally.take(hasFailed: failure != nil, at: elapsed()) {
      case .succeeded: return nil
      case .failed: return .notReady(.failures(tally.failures), reason: reason)
      case .undecided: try await sleep(for: repeated.interval, on: site.environment.clock)
      }
    }
  }

  /// Why the service is not ready now.
  private var reason: String {
    switch condition {
    case .line(let pattern): "no line matches \(pattern.text)"
    case .delay: "the time of `delay` has not passed"
    case .probe: last.withLock { $0?.reason } ?? "no answer yet"
    }
  }
}
