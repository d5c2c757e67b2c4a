/// The thin shell around the machine: the lock, the clock, the timer, and who is told what.
final class NetworkActivityStore: @unchecked Sendable {
  let isVisible: StoredSource<Bool>
  let requestCount: StoredSource<Int>
  private let outbox = Outbox()
  private let timeline: Timeline
  private let alarm: Alarm
  @exclusivity(unchecked) private var machine = NetworkActivityMachine()

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
    change(now: timeline.now(), body)
  }

  private func change(
    now: Duration, isRinging: Bool = false, _ body: (inout NetworkActivityMachine, _ now: Duration) -> Void
  ) {
    outbox.lock.lock()
    let before = machine.deadline
    body(&machine, now)
    var isTold = isVisible.postIfChanged(machine.isVisible)
    if requestCount.postIfChanged(machine.requestCount) { isTold = true }
    let deadline = machine.deadline
    outbox.lock.unlock()
    // One that rings before the deadline was armed for an earlier one, and is set anew.
    if let deadline, isRinging || deadline != before { alarm.set(deadline) }
    if isTold { outbox.deliver() }
  }
}

extension StoredSource where Value: Equatable {
  /// Sets a value that is another one and leaves its delivery in the outbox; false when nobody is to be told. Call with
  /// the lock held, and only where values are plain, since the old one is let go of at once.
  fileprivate func postIfChanged(_ value: Value) -> Bool {
    guard value != valueHoldingLock else { return false }
    _ = post(value)
    return !broadcast.isUnobserved
  }
}
