public import SignalboxCore

/// Virtual time: a Combine scheduler, a clock and a task executor that share the same current time.
///
/// Nothing runs until a test calls ``advance(by:)``. That method runs all work that is due, in order of
/// deadline and then of scheduling, on the calling thread, before it returns. This also applies to
/// asynchronous work, provided that it runs on this scheduler (`Task(executorPreference: scheduler)`, or the
/// `executor:` of an action) and sleeps on it.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let tracker = ErrorTracker(scheduler: scheduler)
/// tracker.update(with: Failure(), resetTime: .seconds(5))
/// scheduler.advance(by: .seconds(5))
/// #expect(tracker.current.data == nil)
/// ```
public final class TestScheduler: Scheduler, Clock, TaskExecutor {
  /// Points in virtual time.
  public typealias SchedulerTimeType = Instant
  /// The scheduler has no options.
  public typealias SchedulerOptions = Never
  /// Durations of virtual time are ordinary durations.
  public typealias Duration = Swift.Duration

  private struct Work {
    let deadline: Instant
    let sequence: UInt64
    let run: () -> Void
  }

  private struct State {
    var time = Instant(offset: .zero)
    var lastSequence: UInt64 = 0
    /// The scheduled work, the latest first.
    var agenda: [Work] = []
  }

  private let state = Locked(State())

  /// Creates a scheduler at time zero.
  public init() {}

  /// The current virtual time.
  public var now: Instant { state.withLock { $0.time } }
  /// The virtual time since the scheduler's creation.
  public var elapsed: Duration { now.offset }
  /// Zero, because all work runs exactly at its deadline.
  public var minimumTolerance: Instant.Stride { Instant.Stride(duration: .zero) }
  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The number of scheduled timers, blocks and jobs. A repeating timer counts once.
  public var pendingCount: Int { state.withLock { $0.agenda.count } }

  // MARK: Advancing time

  /// Advances virtual time, and runs all work that is due in order of deadline and then of scheduling. This
  /// includes work that is scheduled meanwhile.
  ///
  /// Without an argument, runs the work that is due now.
  public func advance(by duration: Duration = .zero) {
    advance(to: now.advanced(by: duration))
  }

  /// Advances virtual time to an instant; see ``advance(by:)``.
  public func advance(to end: Instant) {
    while let work = takeNext(until: end) { work.run() }
    state.withLock { $0.time = Swift.max($0.time, end) }
  }

  private func takeNext(until end: Instant) -> Work? {
    state.withLock {
      guard let next = $0.agenda.last, next.deadline <= end else { return nil }
      $0.time = Swift.max($0.time, next.deadline)
      return $0.agenda.removeLast()
    }
  }

  /// Schedules work. Returns the number with which it can be removed.
  @discardableResult
  private func add(at deadline: Instant, _ run: @escaping () -> Void) -> UInt64 {
    state.withLock { state in
      state.lastSequence += 1
      let deadline = Swift.max(deadline, state.time)
      let work = Work(deadline: deadline, sequence: state.lastSequence, run: run)
      // Work with the same deadline runs first, so it stays behind in the agenda.
      let index = state.agenda.firstIndex { $0.deadline <= deadline } ?? state.agenda.endIndex
      state.agenda.insert(work, at: index)
      return state.lastSequence
    }
  }

  private func remove(_ sequence: UInt64) -> Bool {
    state.withLock {
      guard let index = $0.agenda.firstIndex(where: { $0.sequence == sequence }) else { return false }
      $0.agenda.remove(at: index)
      return true
    }
  }

  // MARK: Scheduler

  /// Runs `action` in the next ``advance(by:)`` without advancing time. Can be called from any thread.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    add(at: now, action)
  }

  /// Runs `action` when virtual time reaches `date`. A date in the past is treated as now. Can be called from
  /// any thread.
  public func schedule(
    after date: Instant, tolerance: Instant.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    add(at: date, action)
  }

  /// Runs `action` when virtual time reaches `date`, and then once in each interval, until the returned
  /// object is cancelled. If the interval is zero, runs it once.
  public func schedule(
    after date: Instant, interval: Instant.Stride, tolerance: Instant.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let timer = RepeatingTimer()
    repeatAction(timer, at: date, every: interval, action)
    return AnyCancellable { [weak self] in
      if let sequence = timer.cancel() { _ = self?.remove(sequence) }
    }
  }

  private func repeatAction(
    _ timer: RepeatingTimer, at date: Instant, every interval: Instant.Stride, _ action: @escaping () -> Void
  ) {
    timer.setNext {
      add(at: date) { [self] in
        if timer.isCancelled { return }
        action()
        if interval <= .zero { return }
        repeatAction(timer, at: date.advanced(by: interval), every: interval, action)
      }
    }
  }

  // MARK: Clock

  /// Suspends the task until virtual time reaches `deadline`. If the deadline is in the past, the next
  /// ``advance(by:)`` resumes the task.
  ///
  /// Throws `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        sleeper.begin(continuation) { add(at: deadline) { sleeper.end(.success(())) } }
      }
    } onCancel: {
      if let sequence = sleeper.end(.failure(CancellationError())) { _ = remove(sequence) }
    }
  }

  // MARK: TaskExecutor

  /// Runs a job of a task in the next ``advance(by:)`` without advancing time.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    add(at: now) { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// The state of a repeating timer.
private final class RepeatingTimer: Sendable {
  private let state = Locked((sequence: nil as UInt64?, isCancelled: false))

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// - Parameter schedule: Schedules the next turn and returns its number; not called once it is cancelled.
  func setNext(_ schedule: () -> UInt64) {
    state.withLock { if !$0.isCancelled { $0.sequence = schedule() } }
  }

  func cancel() -> UInt64? {
    state.withLock {
      $0.isCancelled = true
      return $0.sequence
    }
  }
}

/// A sleeping task. It is resumed once: by its deadline or by cancellation, whichever comes first.
private final class Sleeper: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, any Error>?
    var outcome: Result<Void, any Error>?
    var sequence: UInt64?
  }

  private let state = Locked(State())

  /// Resumes the task at once if it was cancelled before it began to sleep.
  /// - Parameter schedule: Schedules the work that resumes the task and returns its number. It is called with
  ///   the lock held, so that a cancellation comes before it, or knows the number.
  func begin(_ continuation: CheckedContinuation<Void, any Error>, schedule: () -> UInt64) {
    let early = state.withLock {
      if $0.outcome == nil { ($0.continuation, $0.sequence) = (continuation, schedule()) }
      return $0.outcome
    }
    if let early { continuation.resume(with: early) }
  }

  /// Resumes the task, unless it was resumed before. Returns the number of the scheduled work that would have
  /// resumed it.
  @discardableResult
  func end(_ outcome: Result<Void, any Error>) -> UInt64? {
    let (continuation, sequence) = state.withLock { state in
      defer { state.continuation = nil }
      if state.outcome == nil { state.outcome = outcome }
      return (state.continuation, state.sequence)
    }
    continuation?.resume(with: outcome)
    return sequence
  }
}
