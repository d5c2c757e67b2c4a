package import SignalboxCore

/// What the jobs of a board have in common: who hears of their activity, their errors and their requests.
package struct Station: Sendable {
  package let activity: ActivityIndicator<JobActivity>
  package let errors: ErrorTracker
  package let network: NetworkActivityIndicator
  /// Tells each change that somebody outside the panel wants to hear of, on the thread where it happens.
  package let notices = FutureEvent<Notice>()

  package init(scheduler: some Scheduler & Sendable) {
    activity = ActivityIndicator(scheduler: scheduler)
    errors = ErrorTracker(scheduler: scheduler)
    network = NetworkActivityIndicator(scheduler: scheduler)
  }
}
