import SignalboxCore

/// A timer that can be paused: for eggs, games and exams.
///
/// The running timer is an execution: starting twice is refused, and pausing cancels it. It runs until it has
/// noted what is left (`onCancel: .waitForWork`), so that the next start reads that. It sleeps until the
/// next whole second and reads the time from a ``Timeline``, so it neither drifts nor loses what had passed
/// of a second when it was paused.
final class Countdown: Sendable {
  /// The time that is left, to a whole second while it runs.
  let remaining: LiveData<Duration>
  /// An event each time the countdown reaches zero.
  let finished: EventStream<Void>
  let isRunning: ReadOnlyLiveData<Bool>
  private let run: CompletableAction<Void>

  init(
    _ duration: Duration, scheduler: some Scheduler & Sendable = SharedTimers.queue,
    clock: any Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil
  ) {
    let timeline = Timeline(scheduler)
    let remaining = LiveData(data: duration)
    self.remaining = remaining
    run = CompletableAction(
      enabledIf: remaining.map { $0 > .zero }, onCancel: .waitForWork, executor: executor
    ) {
      let end = timeline.now + remaining.data
      // The exact rest is what a pause leaves behind.
      defer { remaining.data = max(end - timeline.now, .zero) }
      while end > timeline.now {
        let left = end - timeline.now
        try await clock.sleep(for: left - .seconds((left - .nanoseconds(1)).components.seconds))
        try Task.checkCancellation()
        remaining.data = max(end - timeline.now, .zero)
      }
    }
    finished = run.completions
    isRunning = run.executing
  }

  func start() { run.execute() }
  func pause() { run.cancel() }
}
