package import SignalboxCore

/// The trackers that all jobs of a board share.
package struct Station: Sendable {
  package let activity: ActivityIndicator<JobActivity>
  package let errors: ErrorTracker
  package let network: NetworkActivityIndicator
  /// Publishes each change for which the board has a notification, on the thread where it happens.
  package let notices = FutureEvent<Notice>()

  package init(scheduler: some Scheduler & Sendable) {
    activity = ActivityIndicator(scheduler: scheduler)
    errors = ErrorTracker(scheduler: scheduler)
    network = NetworkActivityIndicator(scheduler: scheduler)
  }
}
