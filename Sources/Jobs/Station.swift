public import SignalboxCore

/// What the jobs of a board have in common: who hears of their activity, their errors and their requests.
public struct Station: Sendable {
  public let activity: ActivityIndicator<JobActivity>
  public let errors: ErrorTracker
  public let network: NetworkActivityIndicator
  /// Tells each change that somebody outside the panel wants to hear of, on the thread where it happens.
  public let notices = FutureEvent<Notice>()

  public init(scheduler: some Scheduler & Sendable) {
    activity = ActivityIndicator(scheduler: scheduler)
    errors = ErrorTracker(scheduler: scheduler)
    network = NetworkActivityIndicator(scheduler: scheduler)
  }
}
