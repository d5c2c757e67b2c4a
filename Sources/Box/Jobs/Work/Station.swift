package import Boundary
internal import Dispatch
package import SignalboxCore

/// What the jobs of a board share: the time, and the trackers of their activities, errors and requests.
package struct Station: Sendable {
  /// The time of all jobs and trackers.
  package let timeline: Timeline
  package let activity: ActivityIndicator<JobActivity>
  package let errors: ErrorTracker
  package let network: NetworkActivityIndicator
  /// What commands have left running.
  package let leftBehind = LeftBehind()
  /// The ends of runs that stop everything.
  package let stopCalls = StopCalls()
  /// Has the inputs of attempts recorded.
  let inputs = InputGate()
  /// Publishes each change for which the board has a notification, on the thread where it happens.
  package let notices = FutureEvent<Notice>()

  private let readAgeTime: @Sendable () -> Duration

  package init(scheduler: some Scheduler & Sendable) {
    let timeline = Timeline(scheduler)
    self.timeline = timeline
    if scheduler is DispatchQueue {
      let start = ContinuousClock.now
      readAgeTime = { start.duration(to: .now) }
    } else {
      readAgeTime = { timeline.now }
    }
    activity = ActivityIndicator(timeline: timeline)
    errors = ErrorTracker(timeline: timeline)
    network = NetworkActivityIndicator(timeline: timeline)
  }

  /// The present time, on the scale of all times in records and reports.
  package var now: Duration { timeline.now }

  /// The present time on a clock that also runs while the machine sleeps: the results of yesterday are old
  /// this morning.
  package var ageTime: Duration { readAgeTime() }
}
