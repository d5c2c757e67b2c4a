extension ReadOnlyLiveData {
  /// Live data that follows this one only after it has not changed for a while.
  ///
  /// It is stored, starts with the present value, and follows this live data from now on, whether it is
  /// observed or not. A change that is waiting when this live data is released is dropped. (`debounce(for:)`
  /// is Combine's: a publisher without a value of its own.)
  ///
  /// ```swift
  /// let query = LiveData(data: "")
  /// let settled = query.debounce(after: .milliseconds(300), scheduler: scheduler)
  /// query.data = "s"
  /// query.data = "sw"
  /// scheduler.advance(by: .milliseconds(300))
  /// print(settled.data)  // prints sw
  /// ```
  /// - Parameters:
  ///   - quiet: The time without a change. Zero, too, delivers by the scheduler.
  ///   - scheduler: Tells the time, and delivers the changes.
  public func debounce(
    after quiet: Duration, scheduler: some Scheduler & Sendable = SharedTimers.queue
  ) -> ReadOnlyLiveData<Value> {
    paced(.quiet(quiet), Timeline(scheduler))
  }

  /// Live data that follows this one, but changes at most once in an interval.
  ///
  /// It is stored, starts with the present value, and follows this live data from now on, whether it is
  /// observed or not. A change is delivered at once if the last one, or the creation, was at least an
  /// interval ago, or else at the end of the interval. A change that is waiting when this live data is
  /// released is dropped. (`throttle(for:scheduler:latest:)` is Combine's: a publisher without a value of its
  /// own.)
  ///
  /// ```swift
  /// let position = LiveData(data: 0)
  /// let shown = position.throttle(every: .seconds(1), scheduler: scheduler)
  /// for meter in 1...100 { position.data = meter }
  /// scheduler.advance(by: .seconds(1))
  /// print(shown.data)  // prints 100
  /// ```
  /// - Parameters:
  ///   - interval: The least time between two changes.
  ///   - latest: Whether the last of the changes that wait is delivered; otherwise, the first one is.
  ///   - scheduler: Tells the time, and delivers the changes that wait.
  public func throttle(
    every interval: Duration, latest: Bool = true, scheduler: some Scheduler & Sendable = SharedTimers.queue
  ) -> ReadOnlyLiveData<Value> {
    paced(.interval(interval, latest: latest), Timeline(scheduler))
  }

  private func paced(_ rule: Pacer<Value>.Rule, _ timeline: Timeline) -> ReadOnlyLiveData<Value> {
    let ties = FollowerTies<Value>()
    let clock = PacerClock(Pacer<Value>(rule, now: timeline.now), timeline)
    clock.alarm.onRing { [weak ties, weak clock] _ in
      guard let clock else { return }
      ties?.perform { clock.ring($0) }
    }
    let present = ties.follow(source) { clock.receive($1, $0) }
    return ReadOnlyLiveData(source: FollowingSource(ties.begin(with: present()), of: source))
  }
}

/// A pacer with its time and its alarm.
///
/// `@unchecked Sendable`: only steps of one follower use `pacer`.
private final class PacerClock<Value: Sendable>: @unchecked Sendable {
  let alarm: Alarm
  private let timeline: Timeline
  private var pacer: Pacer<Value>

  init(_ pacer: Pacer<Value>, _ timeline: Timeline) {
    (self.pacer, self.timeline) = (pacer, timeline)
    alarm = Alarm(timeline)
  }

  func receive(_ value: Value, _ follower: Follower<Value>) {
    let (due, superseded) = pacer.receive(value, now: timeline.now)
    if let due { follower.store(due) }
    if let deadline = pacer.deadline { alarm.set(deadline) }
    withExtendedLifetime(superseded) {}
  }

  func ring(_ follower: Follower<Value>) {
    if let due = pacer.ring(now: timeline.now) { follower.store(due) }
    if let deadline = pacer.deadline { alarm.set(deadline) }
  }
}
