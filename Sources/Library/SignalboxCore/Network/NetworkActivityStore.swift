/// The shell around ``NetworkActivityMachine``: the lock, the time, the timer, and the delivery of changes.
///
/// `@unchecked Sendable`: the lock of `outbox` guards `machine` and `armed`. `@exclusivity(unchecked)` is for
/// speed: both are used by every request.
final class NetworkActivityStore: @unchecked Sendable {
  let isVisible: StoredSource<Bool>
  let requestCount: StoredSource<Int>
  private let outbox = Outbox()
  private let timeline: Timeline
  private let alarm: Alarm
  @exclusivity(unchecked) private var machine = NetworkActivityMachine()
  @exclusivity(unchecked) private var armed = ArmedDeadline()

  init(timeline: Timeline) {
    self.timeline = timeline
    alarm = Alarm(timeline)
    isVisible = StoredSource(false, outbox: outbox)
    requestCount = StoredSource(0, outbox: outbox)
  }

  /// Sets the closure that the timer calls. Call once. The closure calls ``ring(now:)``.
  func onRing(_ ring: @escaping @Sendable (_ now: Duration) -> Void) { alarm.onRing(ring) }

  func read<Result>(_ body: (NetworkActivityMachine) -> Result) -> Result {
    outbox.lock.withLock { body(machine) }
  }

  func change(_ body: (inout NetworkActivityMachine, Moment) -> Void) {
    let moment = timeline.moment
    outbox.lock.lock()
    body(&machine, moment)
    postAndUnlock()
  }

  func ring(now: Duration) {
    outbox.lock.lock()
    armed.rang()
    machine.timePassed(now: now)
    postAndUnlock()
  }

  private func postAndUnlock() {
    isVisible.postIfChanged(machine.isVisible)
    requestCount.postIfChanged(machine.requestCount)
    guard let deadline = armed.arm(for: machine.deadline) else { return outbox.deliverAndUnlock() }
    outbox.lock.unlock()
    // The timer is armed first, because a delivery can take a while.
    alarm.set(deadline)
    outbox.deliver()
  }
}

extension StoredSource where Value: Equatable {
  /// Sets the value if it is different, and leaves its delivery in the outbox. Call with the lock held. The
  /// old value is released at once, so its release must not run code of a user.
  fileprivate func postIfChanged(_ value: Value) {
    if value != valueHoldingLock { _ = post(value) }
  }
}
