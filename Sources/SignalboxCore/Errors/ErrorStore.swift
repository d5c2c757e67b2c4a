internal import Synchronization

/// The shell around ``ErrorRegistry``: the lock, the time, the timer, and the delivery of changes.
///
/// It is itself the source of the list of reports.
///
/// `@unchecked Sendable`: the lock of `outbox` guards `registry`.
final class ErrorStore: LiveSource<[ErrorReport]>, @unchecked Sendable {
  let current: StoredSource<(any Error)?>
  private let outbox: Outbox
  private let timeline: Timeline
  private let alarm: Alarm
  private var registry = ErrorRegistry()
  /// A tracked element that has nothing to clear reads this instead of taking the lock.
  private let reportCount = Atomic(0)

  init(timeline: Timeline) {
    outbox = Outbox()
    self.timeline = timeline
    alarm = Alarm(timeline)
    current = StoredSource(nil, outbox: outbox)
    super.init(broadcast: Broadcast(outbox: outbox))
    alarm.onRing { [weak self] now in self?.change { $0.expire(now: now) } }
  }

  var now: Duration { timeline.now }

  /// Reports an error; for the error of an action, the failure inside. A cancellation has no effect.
  func record(_ error: any Error, resetTime: Duration?, priority: ErrorPriority, source: ErrorSource) {
    if error.isCancellation { return }
    let failure = error.failureOfWork ?? error
    let now = timeline.now
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

  /// Changes the registry, re-arms the timer and delivers the changes. The objects that `body` returns are
  /// released without locks.
  private func change<Garbage>(_ body: (inout ErrorRegistry) -> Garbage) {
    outbox.lock.lock()
    let before = (current: registry.current, version: registry.version)
    let garbage = body(&registry)
    var oldError: (any Error)?
    if registry.version != before.version {
      reportCount.store(registry.reports.count, ordering: .releasing)
      if registry.current != before.current { oldError = current.post(registry.reports.first?.error) }
      // A list that is posted is shared, and the next change would copy it.
      if !broadcast.isUnobserved { broadcast.post(registry.reports, version: registry.version) }
    }
    let deadline = registry.nextDeadline
    outbox.lock.unlock()
    // The timer is armed first, because a delivery can take a while.
    if let deadline { alarm.set(deadline) }
    outbox.deliver()
    withExtendedLifetime((garbage, oldError)) {}
  }

  // MARK: The list

  override var value: [ErrorReport] { outbox.lock.withLock { registry.reports } }

  override func versionHoldingLock() -> (UInt64, Afterwards) { (registry.version, Afterwards()) }

  override func captureHoldingLock() -> (Capture, Afterwards) {
    (Capture(version: registry.version) { [reports = registry.reports] in reports }, Afterwards())
  }
}
