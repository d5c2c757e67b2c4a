import SignalboxCore
import SignalboxTesting

/// An error tracker in virtual time, and the names of the errors that it has shown.
class ErrorsInVirtualTime {
  let scheduler = TestScheduler()
  let tracker: ErrorTracker
  let shown: Recorder<String?>

  init() {
    tracker = ErrorTracker(scheduler: scheduler)
    shown = Recorder(tracker.current.map { ($0 as? Failure)?.name }, scheduler)
  }

  func fail(
    _ name: String, _ resetTime: Duration? = nil, _ priority: ErrorPriority = .normal,
    _ source: ErrorSource? = nil
  ) {
    tracker.update(with: Failure(name), resetTime: resetTime, priority: priority, source: source)
  }
}
