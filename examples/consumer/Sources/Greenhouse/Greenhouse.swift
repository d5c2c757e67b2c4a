public import SignalboxCore

/// A greenhouse that is watered when it is dry, and says how it goes.
public final class Greenhouse: Sendable {
  public struct PipeIsFrozen: Error {
    public init() {}
  }

  public let moisture = LiveData(data: 0.2)
  public let busy: ActivityIndicator<String>
  public let errors: ErrorTracker
  public let water: Action<Double, Double>
  private let isDry: ReadOnlyLiveData<Bool>

  /// - Parameters:
  ///   - scheduler: where times come from.
  ///   - executor: where the work runs; nil for the default.
  ///   - open: opens the tap for an amount of water, and says how much came.
  public init(
    scheduler: some Scheduler & Sendable = SharedTimers.queue, executor: (any TaskExecutor)? = nil,
    open: @escaping @Sendable (Double) async throws -> Double
  ) {
    let busy = ActivityIndicator<String>(scheduler: scheduler)
    let errors = ErrorTracker(scheduler: scheduler)
    let moisture = moisture
    isDry = moisture.map { $0 < 0.5 }.removeDuplicates()
    water = Action(enabledIf: isDry, executor: executor) { amount in
      try await errors.track(resetTime: .seconds(10), source: "tap") {
        try await busy.track(associatedValue: "watering") { _ in
          let came = try await open(amount)
          return moisture.modify { value in
            value += came
            return value
          }
        }
      }
    }
    self.busy = busy
    self.errors = errors
  }
}
