/// The shell around ``NetworkActivityMachine``: the lock, the time, the timer, and the delivery of changes.
///
/// `@unchecked Sendable`: the lock of `outbox` guards `machine`.
final class NetworkActivityStore: @unchecked Sendable {
  let isVisible: StoredSource<Bool>
  let requestCount: StoredSource<Int>
  private let outbox = Outbox()
  private let timeline: Timeline
  private let alarm: Alarm
  private var machine = NetworkActivityMachine()

  init(timeline: Timeline) {
    self.timeline = timeline
    alarm = Alarm(timeline)
    isVisible = StoredSource(false, outbox: outbox)
    requestCount = StoredSource(0, outbox: outbox)
    alarm.onRing { [weak self] now in self?.change(now: now, isRinging: true) { $0.timePassed(now: $1) } }
  }

  func read<Result>(_ body: (NetworkActivityMachine) -> Result) -> Result {
    outbox.lock.withLock { body(machine) }
  }

  func change(_ body: (inout NetworkActivityMachine, _ now: Duration) -> Void) {
    change(now: timeline.now, body)
  }

  private func change(
    now: Duration, isRinging: Bool = false, _ body: (inout NetworkActivityMachine, _ now: Duration) -> Void
  ) {
    outbox.lock.lock()
    let before = machine.deadline
    body(&machine, now)
    isVisible.postIfChanged(machine.isVisible)
    requestCount.postIfChanged(machine.requestCount)
    let deadline = machine.deadline
    outbox.lock.unlock()
    // An early ring belongs to an earlier deadline: the timer is re-armed.
    if let deadline, isRinging || deadline != before { alarm.set(deadline) }
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
