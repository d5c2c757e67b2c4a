/// The thin shell around the machine: the lock, the clock, the timer, and who is told what.
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
  }

  func read<Result>(_ body: (NetworkActivityMachine) -> Result) -> Result {
    outbox.lock.withLock { body(machine) }
  }

  func change(_ body: (inout NetworkActivityMachine, _ now: Duration) -> Void) {
    change(now: timeline.now(), body)
  }

  private func change(now: Duration, _ body: (inout NetworkActivityMachine, _ now: Duration) -> Void) {
    let deadline = outbox.lock.withLock {
      body(&machine, now)
      if machine.isVisible != isVisible.valueHoldingLock { _ = isVisible.post(machine.isVisible) }
      if machine.requestCount != requestCount.valueHoldingLock {
        _ = requestCount.post(machine.requestCount)
      }
      return machine.deadline
    }
    if let deadline {
      alarm.set(deadline) { [weak self] now in
        self?.change(now: now) { $0.timePassed(now: $1) }
      }
    }
    outbox.deliver()
  }
}
