package import Boundary
package import SignalboxCore

/// What the jobs of a board share: the time, and the trackers of their activities, errors and requests.
package struct Station: Sendable {
  /// The time of all jobs and trackers.
  package let timeline: Timeline
  package let activity: ActivityIndicator<JobActivity>
  package let errors: ErrorTracker
  package let network: NetworkActivityIndicator
  /// Publishes each change for which the board has a notification, on the thread where it happens.
  package let notices = FutureEvent<Notice>()

  package init(scheduler: some Scheduler & Sendable) {
    timeline = Timeline(scheduler)
    activity = ActivityIndicator(timeline: timeline)
    errors = ErrorTracker(timeline: timeline)
    network = NetworkActivityIndicator(timeline: timeline)
  }

  /// The present time, on the scale of all times in records and reports.
  package var now: Duration { timeline.now }
}
