internal import Synchronization

/// The shell around ``ErrorRegistry``: the lock, the time, the timer, and the delivery of changes.
///
/// It is itself the source of the list of reports.
///
/// `@unchecked Sendable`: the lock of `outbox` guards `registry` and `armed`.
final class ErrorStore: LiveSource<[ErrorReport]>, @unchecked Sendable {
  let current: StoredSource<(any Error)?>
  private let outbox: Outbox
  private let timeline: Timeline
  private let alarm: Alarm
  private var registry = ErrorRegistry()
  private var armed = ArmedDeadline()
  /// A tracked element that has nothing to clear reads this instead of taking the lock.
  private let reportCount = Atomic(0)

  init(timeline: Timeline) {
    outbox = Outbox()
    self.timeline = timeline
    alarm = Alarm(timeline)
    current = StoredSource(nil, outbox: outbox)
    super.init(broadcast: Broadcast(outbox: outbox))
    alarm.onRing { [weak self] now in self?.ring(now: now) }
  }

  var now: Duration { timeline.now }

  /// Reports an error; for the error of an action, the failure inside. A cancellation has no effect.
  func record(_ error: any Error, resetTime: Duration?, priority: ErrorPriority, source: ErrorSource) {
    if error.isInspected {
      if error.isCancellation { return }
      if let failure = error.failureOfWork {
        return add(failure, resetTime: resetTime, priority: priority, source: source)
      }
    }
    add(error, resetTime: resetTime, priority: priority, source: source)
  }

  private func add(_ error: any Error, resetTime: Duration?, priority: ErrorPriority, source: ErrorSource) {
    let now = timeline.now
    change { $0.record(error, resetTime: resetTime, priority: priority, source: source, now: now) }
  }

  func clear(_ source: ErrorSource) {
    if reportCount.load(ordering: .acquiring) == 0 { return }
    remove { $0.source == source }
  }

  func remove(where isGone: (ErrorReport) -> Bool) {
    change { $0.remove(where: isGone) }
  }

  private func ring(now: Duration) {
    change { [self] registry in
      armed.rang()
      return registry.expire(now: now)
    }
  }

  /// Changes the registry, re-arms the timer and delivers the changes. The objects that `body` returns are
  /// released without locks.
  ///
  /// It is always inlined, because otherwise `body` retains the error that it records.
  @inline(__always) private func change<Garbage>(_ body: (inout ErrorRegistry) -> Garbage) {
    broadcast.lock()
    let (oldCurrent, oldVersion) = (registry.current, registry.version)
    let garbage = body(&registry)
    if registry.version != oldVersion {
      reportCount.store(registry.reports.count, ordering: .releasing)
    }
    let isOtherError = registry.current != oldCurrent
    let isListDue = registry.version != oldVersion && !broadcast.isUnobserved
    let deadline = armed.arm(for: registry.nextDeadline)
    if isOtherError, !isListDue, deadline == nil {
      // The usual case: only one change is delivered, so it needs no step in the outbox.
      current.setAndUnlock(registry.currentError)
    } else {
      postAndUnlock(isOtherError: isOtherError, isListDue: isListDue, deadline)
    }
    withExtendedLifetime(garbage) {}
  }

  /// Posts the changes, arms the timer and delivers. Call with the lock held.
  private func postAndUnlock(isOtherError: Bool, isListDue: Bool, _ deadline: Duration?) {
    let oldError = isOtherError ? current.post(registry.currentError) : nil
    // A list that is posted is shared, and the next change would copy it.
    if isListDue { broadcast.post(registry.reports, version: registry.version) }
    guard let deadline else {
      outbox.deliverAndUnlock()
      return withExtendedLifetime(oldError) {}
    }
    outbox.lock.unlock()
    // The timer is armed first, because a delivery can take a while.
    alarm.set(deadline)
    outbox.deliver()
    withExtendedLifetime(oldError) {}
  }

  // MARK: The list

  override var value: [ErrorReport] { outbox.lock.withLock { registry.reports } }

  override func versionHoldingLock() -> (UInt64, DeferredWork) { (registry.version, DeferredWork()) }

  override func captureHoldingLock() -> (Capture, DeferredWork) {
    (Capture(version: registry.version) { [reports = registry.reports] in reports }, DeferredWork())
  }
}
