/// The thin shell around the registry: the lock, the clock, and who is told what.
///
/// It is itself the source of the list of activities, which is built only when somebody reads or observes it.
final class ActivityStore<Value: Sendable>: LiveSource<[ActivityIndicator<Value>.Running]>,
  @unchecked Sendable
{
  typealias State = ActivityIndicator<Value>.State

  let state: StoredSource<State>
  let isEqual: @Sendable (Value, Value) -> Bool
  private let timeline: Timeline
  private var registry = ActivityRegistry<Value>()
  private var changes: UInt64 = 1
  private let outbox: Outbox

  init(timeline: Timeline, isEqual: @escaping @Sendable (Value, Value) -> Bool) {
    outbox = Outbox()
    self.timeline = timeline
    self.isEqual = isEqual
    state = StoredSource(State(loading: false, associatedValue: nil), outbox: outbox)
    super.init(broadcast: Broadcast(outbox: outbox))
  }

  var now: Duration { timeline.now() }

  func begin(_ value: Value?) -> UInt64 {
    let since = timeline.now()
    outbox.lock.lock()
    let (id, isShown) = registry.begin(value: value, since: since)
    tellAndUnlock(isShown)
    return id
  }

  func update(_ id: UInt64, _ value: Value?) {
    let present = outbox.lock.withLock { registry.value(of: id) }
    if areEqual(present, value) { return }
    outbox.lock.lock()
    guard let (old, isShown) = registry.update(id, value: value) else { return outbox.lock.unlock() }
    tellAndUnlock(isShown)
    withExtendedLifetime(old) {}
  }

  func end(_ id: UInt64) {
    outbox.lock.lock()
    guard let (old, isShown) = registry.end(id) else { return outbox.lock.unlock() }
    tellAndUnlock(isShown)
    withExtendedLifetime(old) {}
  }

  func areEqual(_ left: Value?, _ right: Value?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): isEqual(left, right)
    default: false
    }
  }

  private func tellAndUnlock(_ isShown: Bool) {
    changes += 1
    var old: State?
    if isShown {
      let value = State(loading: !registry.isIdle, associatedValue: registry.shownValue)
      old = state.post(value) { [self] old, new in
        old.loading == new.loading && areEqual(old.associatedValue, new.associatedValue)
      }
    }
    if !broadcast.isUnobserved { broadcast.post(running, version: changes) }
    outbox.lock.unlock()
    outbox.deliver()
    withExtendedLifetime(old) {}
  }

  // MARK: The list

  private var running: [ActivityIndicator<Value>.Running] {
    registry.entries.compactMap { entry in
      entry.isRunning
        ? ActivityIndicator<Value>.Running(id: entry.id, value: entry.value, since: entry.since) : nil
    }
  }

  override var value: [ActivityIndicator<Value>.Running] { outbox.lock.withLock { running } }

  override func versionHoldingLock() -> (UInt64, Afterwards) { (changes, Afterwards()) }

  override func captureHoldingLock() -> (Capture, Afterwards) {
    (Capture(version: changes) { [running] in running }, Afterwards())
  }
}
