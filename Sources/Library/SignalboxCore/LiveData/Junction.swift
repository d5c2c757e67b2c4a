/// Merges the changes of several sources into the versions of live data derived from them.
///
/// Sources change independently, so their versions do not order the combinations of their values. The
/// junction stores the newest capture of each source and counts the captures that it accepts. That count is
/// the version which orders the changes and the first values of new observers. The junction retains neither
/// sources nor the target, and stores values only while the target is observed.
///
/// `@unchecked Sendable`: the target's lock guards the properties of the first group, and only steps of the
/// target's outbox use those of the second.
final class Junction<Latest: Sendable, Value: Sendable>: @unchecked Sendable {
  typealias Capture = Feed<Latest>.Capture

  // Guarded by the target's lock.
  private var known: [Capture] = []
  private(set) var version: UInt64 = 0
  /// The last version that was delivered, and the number of accepted changes that may still turn out to be
  /// repetitions.
  private var deliveredVersion: UInt64 = 0
  private var undecidedCount = 0

  /// The version for live data derived from the target. A repetition does not increase it, because derived
  /// live data would deliver the repetition when it catches up.
  var versionForFeeds: UInt64 { !rule.canRepeat || undecidedCount > 0 ? version : deliveredVersion }

  /// Used only by steps of the target's outbox.
  private var latest: Latest

  /// How the value is computed from the latest values of the sources.
  struct Rule: Sendable {
    /// The latest values before any source has delivered one.
    let empty: Latest
    /// Whether a change of a source can be a repetition, which is not delivered.
    let canRepeat: Bool
    /// Computes the value, and decides whether it is new. Can store what it compares with. The first value is
    /// always new.
    let derive: @Sendable (inout Latest) -> (value: Value, isNew: Bool)
  }

  private let rule: Rule

  init(_ rule: Rule) {
    self.rule = rule
    latest = rule.empty
  }

  /// Computes the value from captures of the sources.
  func value(of captures: [Capture]) -> Value {
    var latest = rule.empty
    for capture in captures { capture.apply(&latest) }
    return rule.derive(&latest).value
  }

  // MARK: With the target's lock held

  /// Connects to the sources, and posts a first step that stores their present values without delivering
  /// them.
  func connect(_ target: Broadcast<Value>, to sources: [Feed<Latest>.Connecting]) -> DeferredWork {
    var deferred = DeferredWork()
    known = sources.enumerated().map { index, source in
      // The inlets retain the target, and with it its observers.
      let inlet = Feed<Latest>.Inlet(
        receive: { [self, target] change in
          target.outbox.lock.lock()
          let (old, step) = take(change, from: index, for: target)
          target.outbox.performAndUnlock(step)
          withExtendedLifetime(old) {}
        }, sweep: { [target] in target.sweep() })
      guard let (capture, connected) = source.connect(inlet) else { return .nothing }
      deferred.append(connected)
      return capture
    }
    version += 1
    deliveredVersion = version
    target.outbox.post { [self, known] in prime(known) }
    return deferred
  }

  /// Discards the values of the sources.
  func disconnect(_ target: Broadcast<Value>) -> DeferredWork {
    var deferred = DeferredWork()
    deferred.deliver(target.outbox)
    deferred.keep(known)
    known = []
    target.outbox.post { [self] in latest = rule.empty }
    return deferred
  }

  /// Accepts the present values of the sources before their changes are delivered. Returns the newest
  /// captures.
  func catchUp(_ fresh: [Capture], for target: Broadcast<Value>) -> (known: [Capture], DeferredWork) {
    var deferred = DeferredWork()
    deferred.deliver(target.outbox)
    for (index, capture) in fresh.enumerated() {
      let (old, step) = take(capture, from: index, for: target)
      if let old { deferred.keep(old) }
      if let step { target.outbox.post(step) }
    }
    return (known, deferred)
  }

  /// Accepts a change, unless it is not newer than the stored one. The returned step delivers it.
  private func take(
    _ change: Capture, from index: Int, for target: Broadcast<Value>
  ) -> (old: Capture?, step: Outbox.Step?) {
    guard known.indices.contains(index), known[index].version < change.version else { return (nil, nil) }
    let old = known[index]
    known[index] = change
    version += 1
    if rule.canRepeat { undecidedCount += 1 }
    return (old, { [self, version] in deliver(change, version, to: target) })
  }

  // MARK: Steps

  private func prime(_ captures: [Capture]) {
    latest = rule.empty
    for capture in captures { capture.apply(&latest) }
    if rule.canRepeat { _ = rule.derive(&latest) }
  }

  private func deliver(_ change: Capture, _ version: UInt64, to target: Broadcast<Value>) {
    change.apply(&latest)
    let (value, isNew) = rule.derive(&latest)
    if rule.canRepeat {
      target.outbox.lock.withLock {
        undecidedCount -= 1
        if isNew { deliveredVersion = max(deliveredVersion, version) }
      }
      guard isNew else { return }
    }
    target.deliver(value, version: version)
  }
}
