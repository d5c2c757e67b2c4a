/// Where the news of several sources become the numbered changes of live data derived from them.
///
/// Sources change independently, so their own numbers do not say which of two combinations is newer. The junction
/// knows the newest of each source and counts what it takes in: that number orders what observers hear and what new
/// ones start with. It holds no source and no target, and remembers values only while anybody observes.
final class Junction<Latest: Sendable, Value: Sendable>: @unchecked Sendable {
  typealias Capture = Feed<Latest>.Capture

  // Guarded by the target's lock.
  private var known: [Capture] = []
  private(set) var version: UInt64 = 0
  /// The last number that was told, and how much news may yet turn out to be repetitions.
  private var toldVersion: UInt64 = 0
  private var undecidedCount = 0

  /// The number that counts for live data derived from the target: a repetition, which they are not told either, does
  /// not raise it, or they would tell it when they catch up.
  var versionForFeeds: UInt64 { isRepeated == nil || undecidedCount > 0 ? version : toldVersion }

  // Touched only by steps of the target's outbox.
  private var latest: Latest
  private var previous: Value?

  private let empty: Latest
  private let isRepeated: (@Sendable (Value, Value) -> Bool)?
  private let derive: @Sendable (Latest) -> Value

  init(
    empty: Latest, isRepeated: (@Sendable (Value, Value) -> Bool)?,
    derive: @escaping @Sendable (Latest) -> Value
  ) {
    latest = empty
    self.empty = empty
    self.isRepeated = isRepeated
    self.derive = derive
  }

  /// The value that follows from what the sources hold.
  func value(of captures: [Capture]) -> Value {
    var latest = empty
    for capture in captures { capture.apply(&latest) }
    return derive(latest)
  }

  // MARK: With the target's lock held

  /// Listens to the sources, and leaves a first step that takes in what they hold now without telling it.
  func connect(_ target: Broadcast<Value>, to sources: [Feed<Latest>.Connecting]) -> Afterwards {
    var afterwards = Afterwards()
    known = sources.enumerated().map { index, source in
      // The inlets hold the target, and with it whoever observes it.
      let inlet = Feed<Latest>.Inlet(
        receive: { [self, target] news in
          target.outbox.lock.lock()
          let (old, step) = take(news, from: index, for: target)
          target.outbox.performAndUnlock(step)
          withExtendedLifetime(old) {}
        }, sweep: { [target] in target.sweep() })
      guard let (capture, connected) = source.connect(inlet) else { return .nothing }
      afterwards.append(connected)
      return capture
    }
    version += 1
    toldVersion = version
    target.outbox.post { [self, known] in prime(known) }
    return afterwards
  }

  /// Forgets what was heard.
  func disconnect(_ target: Broadcast<Value>) -> Afterwards {
    var afterwards = Afterwards()
    afterwards.deliver(target.outbox)
    afterwards.keep(known)
    known = []
    target.outbox.post { [self] in
      latest = empty
      previous = nil
    }
    return afterwards
  }

  /// Takes in what the sources hold now, ahead of the news of it, and returns what is known then.
  func catchUp(_ fresh: [Capture], for target: Broadcast<Value>) -> (known: [Capture], Afterwards) {
    var afterwards = Afterwards()
    afterwards.deliver(target.outbox)
    for (index, capture) in fresh.enumerated() {
      let (old, step) = take(capture, from: index, for: target)
      if let old { afterwards.keep(old) }
      if let step { target.outbox.post(step) }
    }
    return (known, afterwards)
  }

  /// Takes in news unless they are known; the step tells them.
  private func take(
    _ news: Capture, from index: Int, for target: Broadcast<Value>
  ) -> (old: Capture?, step: Outbox.Step?) {
    guard known.indices.contains(index), known[index].version < news.version else { return (nil, nil) }
    let old = known[index]
    known[index] = news
    version += 1
    if isRepeated != nil { undecidedCount += 1 }
    return (old, { [self, version] in tell(news, version, to: target) })
  }

  // MARK: Steps

  private func prime(_ captures: [Capture]) {
    latest = empty
    for capture in captures { capture.apply(&latest) }
    previous = isRepeated == nil ? nil : derive(latest)
  }

  private func tell(_ news: Capture, _ version: UInt64, to target: Broadcast<Value>) {
    news.apply(&latest)
    let value = derive(latest)
    if let isRepeated {
      let isTold = previous.map { !isRepeated($0, value) } ?? true
      target.outbox.lock.withLock {
        undecidedCount -= 1
        if isTold { toldVersion = max(toldVersion, version) }
      }
      guard isTold else { return }
      previous = value
    }
    target.deliver(value, version: version)
  }
}
