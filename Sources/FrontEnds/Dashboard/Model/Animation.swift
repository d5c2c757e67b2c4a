internal import SignalboxCore

extension Dashboard {
  /// A timer that fires 12.5 times a second while something on the picture moves. It is stopped at all other
  /// times.
  @MainActor
  final class Animation {
    /// In milliseconds.
    static let interval = 80

    var onTick: () -> Void = {}
    private let scheduler: any Scheduler & Sendable
    private var timer: (any Cancellable)?

    init(_ scheduler: any Scheduler & Sendable) { self.scheduler = scheduler }

    var isRunning: Bool {
      get { timer != nil }
      set {
        if newValue, timer == nil {
          timer = start(scheduler)
        } else if !newValue {
          timer?.cancel()
          timer = nil
        }
      }
    }

    private func start(_ scheduler: some Scheduler & Sendable) -> any Cancellable {
      scheduler.schedule(
        after: scheduler.now.advanced(by: .milliseconds(Self.interval)),
        interval: .milliseconds(Self.interval),
        tolerance: .milliseconds(5)
      ) { [weak self] in
        MainActor.assumeIsolated { self?.onTick() }
      }
    }
  }
}
