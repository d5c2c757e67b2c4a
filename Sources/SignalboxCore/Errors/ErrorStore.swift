internal import Synchronization

/// The thin shell around the registry: the lock, the clock, the timer, and who is told what.
///
/// It is itself the source of the list of reports.
final class ErrorStore: LiveSource<[ErrorReport]>, @unchecked Sendable {
  let current: StoredSource<(any Error)?>
  private let outbox: Outbox
  private let timeline: Timeline
  private let alarm: Alarm
  @exclusivity(unchecked) private var registry = ErrorRegistry()
  /// So that a tracked element that has nothing to clear need not take the lock.
  private let reportCount = Atomic(0)

  init(timeline: Timeline) {
    outbox = Outbox()
    self.timeline = timeline
    alarm = Alarm(timeline)
    current = StoredSource(nil, outbox: outbox)
    super.init(broadcast: Broadcast(outbox: outbox))
    alarm.onRing { [weak self] now in self?.change { $0.expire(now: now) } }
  }

  var now: Duration { timeline.now() }

  /// Reports an error, of an action's error the failure inside; no effect for a cancellation.
  func record(_ error: any Error, resetTime: Duration?, priority: ErrorPriority, source: ErrorSource) {
    if error.isCancellation { return }
    let failure = error.failureOfWork ?? error
    let now = timeline.now()
    change {
      $0.record(failure, resetTime: resetTime, priority: priority, source: source, now: now)
    }
  }

  func clear(_ source: ErrorSource) {
    if reportCount.load(ordering: .acquiring) == 0 { return }
    remove { $0.source == source }
  }

  func remove(where isGone: (ErrorReport) -> Bool) {
    change { $0.remove(where: isGone) }
  }

  /// Changes the registry and tells what follows. `body` returns what is to be let go of without locks.
  private func change<Garbage>(_ body: (inout ErrorRegistry) -> Garbage) {
    broadcast.lock()
    let before = (turn: registry.currentTurn, count: registry.changeCount)
    let garbage = body(&registry)
    guard registry.changeCount != before.count else {
      let deadline = registry.nextDeadline
      broadcast.unlock()
      if let deadline { alarm.set(deadline) }
      return
    }
    reportCount.store(registry.reports.count, ordering: .releasing)
    let isTold = registry.currentTurn != before.turn
    let deadline = registry.nextDeadline.flatMap { alarm.isSet(for: $0) ? nil : $0 }
    if deadline == nil, broadcast.isUnobserved {
      if isTold { current.setAndUnlock(registry.currentError) } else { broadcast.unlock() }
    } else {
      // The timer is set before anybody is told, since that may take a while.
      let old = isTold ? current.post(registry.currentError) : nil
      if !broadcast.isUnobserved { broadcast.post(registry.ranked, version: registry.changeCount) }
      broadcast.unlock()
      if let deadline { alarm.set(deadline) }
      outbox.deliver()
      withExtendedLifetime(old) {}
    }
    withExtendedLifetime(garbage) {}
  }

  // MARK: The list

  override var value: [ErrorReport] { outbox.lock.withLock { registry.ranked } }

  override func versionHoldingLock() -> (UInt64, Afterwards) { (registry.changeCount, Afterwards()) }

  override func captureHoldingLock() -> (Capture, Afterwards) {
    (Capture(version: registry.changeCount) { [reports = registry.ranked] in reports }, Afterwards())
  }
}
