import SignalboxCore

/// A price that is asked for again and again, until somebody stops it or asks for another one.
///
/// The polling is one long execution. `.restart` ends that of the previous symbol, `cancel()` ends polling.
/// A request that fails is shown by the ``ErrorTracker`` until the next one succeeds, and polling goes on.
/// The pause begins after the answer, so slow requests never overlap.
final class PricePolling: Sendable {
  struct Price: Sendable, Equatable {
    let symbol: String
    let value: Int
  }

  let price = LiveOptionalData<Price>()
  let errors = ErrorTracker()
  let watch: CompletableAction<String>

  init(
    every interval: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
    executor: (any TaskExecutor)? = nil, fetch: @escaping @Sendable (String) async throws -> Int
  ) {
    watch = CompletableAction(whileExecuting: .restart, executor: executor) { [price, errors] symbol in
      while true {
        let value = try? await errors.track(source: "price") { try await fetch(symbol) }
        // An answer that comes after the cancellation belongs to nobody.
        try Task.checkCancellation()
        if let value { price.data = Price(symbol: symbol, value: value) }
        try await clock.sleep(for: interval)
      }
    }
  }
}
