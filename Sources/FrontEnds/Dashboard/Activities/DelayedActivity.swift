internal import Boundary
internal import SignalboxCore

extension Dashboard {
  /// Whether the spinner of the activities is visible, and what stands beside it.
  ///
  /// Like the network indicator, it appears when activities have lasted for the start delay, and disappears
  /// when there have been none for the completion delay. So it does not flash during short runs, and does not
  /// blink between two.
  @MainActor
  final class DelayedActivity {
    private let indicator: NetworkActivityIndicator
    /// The activities, while there are any.
    private var request: NetworkRequest?
    /// What was shown while activities were running.
    private var last: ActivityValue?

    /// - Parameter onChange: Called on the scheduler when it appears or disappears.
    init(_ scheduler: any Scheduler & Sendable, onChange: @escaping @MainActor () -> Void) {
      indicator = Self.indicator(on: scheduler)
      indicator.isVisible.observe(owner: self) { _ in MainActor.assumeIsolated(onChange) }
    }

    private static func indicator(on scheduler: some Scheduler & Sendable) -> NetworkActivityIndicator {
      NetworkActivityIndicator(scheduler: scheduler)
    }

    /// The activities at one moment, as far as they are to be shown.
    /// - Parameters:
    ///   - situation: Has the delays.
    ///   - age: The time since the oldest activity began; nil if there is none.
    func shown(
      _ activity: ActivityOverview, delays situation: Situation, age: Duration?
    ) -> ActivityOverview {
      indicator.completionDelay = situation.completionDelay
      if activity.isLoading, request == nil {
        indicator.startDelay = max(.zero, situation.startDelay - (age ?? .zero))
        request = indicator.begin()
      } else if !activity.isLoading, request != nil {
        request?.end()
        request = nil
      }
      var shown = activity
      shown.isLoading = indicator.isVisible.data
      if activity.isLoading { last = activity.current }
      shown.current = shown.isLoading ? last : nil
      return shown
    }
  }
}
