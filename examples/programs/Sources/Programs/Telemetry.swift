import SignalboxCore

/// Counters that are sent at most every ten seconds, however often something happens.
///
/// What happens is added up in one ``LiveData``; `throttle` says when it is time to send. Sending takes all
/// counts out in the same step, so that nothing is lost or sent twice. Counts that could not be sent are
/// added to the next ones.
final class Telemetry: Sendable {
  typealias Counts = [String: Int]

  private let counts = LiveData(data: Counts())
  private let flush: CompletableAction<Void>

  init(
    scheduler: some Scheduler & Sendable = SharedTimers.queue, executor: (any TaskExecutor)? = nil,
    send: @escaping @Sendable (Counts) async throws -> Void
  ) {
    flush = CompletableAction(whileExecuting: .queue(limit: 1), executor: executor) { [counts] in
      let batch = counts.modify { counts in
        defer { counts = [:] }
        return counts
      }
      if batch.isEmpty { return }
      do {
        try await send(batch)
      } catch {
        counts.modify { $0.merge(batch) { $0 + $1 } }
        throw error
      }
    }
    counts.throttle(every: .seconds(10), scheduler: scheduler)
      .observe(owner: self) { [flush] counts in if !counts.isEmpty { flush.execute() } }
  }

  /// Counts an event. Cheap enough for every key press.
  func count(_ name: String) { counts.modify { $0[name, default: 0] += 1 } }
}
