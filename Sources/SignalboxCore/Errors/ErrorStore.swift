internal import Synchronization

/// The thin shell around the registry: the lock, the clock, the timer, and who is told what.
///
/// It is itself the source of the list of reports.
final class ErrorStore: LiveSource<[ErrorReport]>, @unchecked Sendable {
  let current: StoredSource<(any Error)?>
  private let outbox: Outbox
  private let timeline: Timeline
  private let alarm: Alarm
  private var registry = ErrorRegistry()
  private var changes: UInt64 = 1
  /// So that a tracked element that has nothing to clear need not take the lock.
  private let reportCount = Atomic(0)

  init(timeline: Timeline) {
    outbox = Outbox()
    self.timeline = timeline
    alarm = Alarm(timeline)
    current = StoredSource(nil, outbox: outbox)
    super.init(broadcast: Broadcast(outbox: outbox))
  }

  var now: Duration { timeline.now() }

  func record(_ error: any Error, resetTime: Duration?, priority: ErrorPriority, source: ErrorSource) {
    if error.isCancellation { return }
    let now = timeline.now()
    change {
      $0.record(error, resetTime: resetTime, priority: priority, source: source, now: now)
    }
  }

  func clear(_ source: ErrorSource) {
    if reportCount.load(ordering: .acquiring) == 0 { return }
    remove { $0.source == source }
  }

  func remove(where isGone: (ErrorReport) -> Bool) {
    change { $0.remove(where: isGone) }
  }

  private func expire(_ now: Duration) {
    change { $0.expire(now: now) }
  }

  /// Changes the registry and tells what follows; `body` returns errors to let go of, or nil when it changed nothing.
  private func change(_ body: (inout ErrorRegistry) -> [any Error]?) {
    var old: (any Error)?
    let (garbage, deadline) = outbox.lock.withLock { () -> ([any Error], Duration?) in
      let before = registry.current?.turn
      guard let garbage = body(&registry) else { return ([], registry.nextDeadline) }
      changes += 1
      reportCount.store(registry.reports.count, ordering: .releasing)
      if registry.current?.turn != before { old = current.post(registry.current?.report.error) }
      if !broadcast.isUnobserved { broadcast.post(registry.ranked, version: changes) }
      return (garbage, registry.nextDeadline)
    }
    if let deadline { alarm.set(deadline) { [weak self] now in self?.expire(now) } }
    outbox.deliver()
    withExtendedLifetime((garbage, old)) {}
  }

  // MARK: The list

  override var value: [ErrorReport] { outbox.lock.withLock { registry.ranked } }

  override func versionHoldingLock() -> (UInt64, Afterwards) { (changes, Afterwards()) }

  override func captureHoldingLock() -> (Capture, Afterwards) {
    (Capture(version: changes) { [reports = registry.ranked] in reports }, Afterwards())
  }
}

extension Error {
  /// True for what ends work without being an error.
  var isCancellation: Bool {
    if self is CancellationError { return true }
    if case .cancelled? = self as? ActionError { return true }
    return false
  }
}
