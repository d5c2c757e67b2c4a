public import SignalboxCore

/// What the jobs of a board share: the time, and the trackers of their activities, errors and requests.
public struct Station: Sendable {
  /// The time of all jobs and trackers.
  public let timeline: Timeline
  public let activity: ActivityIndicator<JobActivity>
  public let errors: ErrorTracker
  public let network: NetworkActivityIndicator
  /// Publishes the changes that a board sends notifications for, on the thread where they happen.
  public let notices = FutureEvent<Notice>()

  public init(scheduler: some Scheduler & Sendable) {
    timeline = Timeline(scheduler)
    activity = ActivityIndicator(timeline: timeline)
    errors = ErrorTracker(timeline: timeline)
    network = NetworkActivityIndicator(timeline: timeline)
  }

  /// The present time, on the scale of all times in records and reports.
  public var now: Duration { timeline.now }
}
