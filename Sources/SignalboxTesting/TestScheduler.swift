public import SignalboxCore

/// Virtual time: a Combine scheduler, a clock and a task executor with one and the same now.
///
/// Nothing happens until a test calls ``advance(by:)``, which runs everything that falls due, in order of deadline and
/// then of arrival, on the calling thread, before it returns. That holds for async work too when it runs on this
/// scheduler (`Task(executorPreference: scheduler)`, or an action's `executor:`) and sleeps on it.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let tracker = ErrorTracker(scheduler: scheduler)
/// tracker.update(with: Failure(), resetTime: .seconds(5))
/// scheduler.advance(by: .seconds(5))
/// #expect(tracker.current.data == nil)
/// ```
public final class TestScheduler: Scheduler, Clock, TaskExecutor, @unchecked Sendable {
  public typealias SchedulerTimeType = Instant
  public typealias SchedulerOptions = Never
  public typealias Duration = Swift.Duration

  private struct Work {
    let deadline: Instant
    let sequence: UInt64
    let run: () -> Void
  }

  private let lock = Lock()
  private var time = Instant(offset: .zero)
  private var lastSequence: UInt64 = 0
  /// What is to come, latest first.
  private var agenda: [Work] = []

  /// Creates a scheduler at time zero.
  public init() {}

  /// The present virtual time.
  public var now: Instant { lock.withLock { time } }
  /// The virtual time since the scheduler's creation.
  public var elapsed: Duration { now.offset }
  public var minimumTolerance: Instant.Stride { Instant.Stride(duration: .zero) }
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// How many timers, blocks and jobs wait; a timer that repeats counts once.
  public var pendingCount: Int { lock.withLock { agenda.count } }

  // MARK: Time passes

  /// Lets time pass and runs everything that falls due, also what that adds, in order of deadline and then of arrival.
  ///
  /// Without an argument it runs what is due now.
  public func advance(by duration: Duration = .zero) {
    advance(to: now.advanced(by: duration))
  }

  /// Lets time pass up to an instant; see ``advance(by:)``.
  public func advance(to end: Instant) {
    while let work = takeNext(until: end) { work.run() }
    lock.withLock { time = Swift.max(time, end) }
  }

  private func takeNext(until end: Instant) -> Work? {
    lock.withLock {
      guard let next = agenda.last, next.deadline <= end else { return nil }
      time = Swift.max(time, next.deadline)
      return agenda.removeLast()
    }
  }

  /// Adds work and returns the number it can be removed by.
  @discardableResult
  private func add(at deadline: Instant, _ run: @escaping () -> Void) -> UInt64 {
    lock.withLock {
      lastSequence += 1
      let work = Work(deadline: Swift.max(deadline, time), sequence: lastSequence, run: run)
      var low = 0
      var high = agenda.count
      while low < high {
        let middle = (low + high) / 2
        if agenda[middle].deadline > work.deadline { low = middle + 1 } else { high = middle }
      }
      agenda.insert(work, at: low)
      return lastSequence
    }
  }

  private func remove(_ sequence: UInt64) -> Bool {
    lock.withLock {
      guard let index = agenda.firstIndex(where: { $0.sequence == sequence }) else { return false }
      agenda.remove(at: index)
      return true
    }
  }

  // MARK: Scheduler

  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    add(at: now, action)
  }

  public func schedule(
    after date: Instant, tolerance: Instant.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    add(at: date, action)
  }

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
    let sequence = add(at: date) { [self] in
      if timer.isCancelled { return }
      action()
      if timer.isCancelled || interval <= .zero { return }
      repeatAction(timer, at: date.advanced(by: interval), every: interval, action)
    }
    timer.next(sequence)
  }

  // MARK: Clock

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        guard sleeper.begin(continuation) else { return }
        sleeper.wake(add(at: deadline) { sleeper.end(.success(())) })
      }
    } onCancel: {
      if let sequence = sleeper.end(.failure(CancellationError())) { _ = remove(sequence) }
    }
  }

  // MARK: TaskExecutor

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    add(at: now) { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// The state of a timer that repeats until it is cancelled.
private final class RepeatingTimer: @unchecked Sendable {
  private let lock = Lock()
  private var sequence: UInt64?
  private var cancelled = false

  var isCancelled: Bool { lock.withLock { cancelled } }

  func next(_ sequence: UInt64) { lock.withLock { self.sequence = sequence } }

  func cancel() -> UInt64? {
    lock.withLock {
      cancelled = true
      return sequence
    }
  }
}

/// A task asleep: woken once, by its deadline or by cancellation, whichever is first.
private final class Sleeper: @unchecked Sendable {
  private let lock = Lock()
  private var continuation: CheckedContinuation<Void, any Error>?
  private var outcome: Result<Void, any Error>?
  private var sequence: UInt64?

  /// False when it was cancelled before it fell asleep.
  func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    let early = lock.withLock {
      if outcome == nil { self.continuation = continuation }
      return outcome
    }
    if let early { continuation.resume(with: early) }
    return early == nil
  }

  /// Remembers the work that wakes it.
  func wake(_ sequence: UInt64) { lock.withLock { self.sequence = sequence } }

  /// Returns the work that would have woken it, if that is still to come.
  @discardableResult
  func end(_ outcome: Result<Void, any Error>) -> UInt64? {
    let (continuation, sequence) = lock.withLock {
      defer { self.continuation = nil }
      if self.outcome == nil { self.outcome = outcome }
      return (self.continuation, self.sequence)
    }
    continuation?.resume(with: outcome)
    return sequence
  }
}
