/// A value that is computed from one other source and not stored.
///
/// It shares the outbox of that source: a change is delivered here in the same step, with the same version.
/// Its broadcast is connected to the broadcast of the source only while it is observed, and does not retain
/// it. Live data that is derived and observed in one expression therefore lives as long as its root.
///
/// `@unchecked Sendable`, because its superclass is: its own properties are constants of `Sendable` types.
final class TransformedSource<Input: Sendable, Value: Sendable>: LiveSource<Value>, @unchecked Sendable {
  private let source: LiveSource<Input>
  private let passage: Passage<Input, Value>
  private let ownFormula: Formula<Value>

  /// - Parameters:
  ///   - formula: Computes the same value from the roots of the source.
  ///   - isRepeated: Returns true for a change that is not delivered; nil delivers all changes.
  init(
    _ source: LiveSource<Input>, formula: Formula<Value>,
    isRepeated: (@Sendable (_ old: Value, _ new: Value) -> Bool)? = nil,
    transform: @escaping @Sendable (Input) -> Value
  ) {
    self.source = source
    ownFormula = formula
    let passage = Passage(transform: transform, isRepeated: isRepeated)
    self.passage = passage
    super.init(
      broadcast: Broadcast(
        outbox: source.broadcast.outbox,
        connection: Broadcast.Connection(
          connect: { [weak source] target in source.map { passage.connect(target, to: $0) } ?? Afterwards() },
          disconnect: { [weak upstream = source.broadcast] _ in
            upstream.map { passage.disconnect(from: $0) } ?? Afterwards()
          })))
  }

  override var formula: Formula<Value> { ownFormula }

  override var value: Value { passage.transform(source.value) }

  /// Retains the source, because nothing else retains live data that is derived in an expression.
  override var reference: @Sendable () -> LiveSource<Value>? { { self } }

  override func versionHoldingLock() -> (UInt64, Afterwards) { source.versionHoldingLock() }

  override func captureHoldingLock() -> (Capture, Afterwards) {
    let (capture, afterwards) = source.captureHoldingLock()
    return (transformed(capture, version: capture.version), afterwards)
  }

  override func captureForFeedsHoldingLock() -> (Capture, Afterwards) {
    let (capture, afterwards) = source.captureForFeedsHoldingLock()
    return (transformed(capture, version: passage.versionForFeeds(capture.version)), afterwards)
  }

  private func transformed(_ capture: LiveSource<Input>.Capture, version: UInt64) -> Capture {
    Capture(version: version) { [transform = passage.transform] in transform(capture.value()) }
  }
}

/// Passes the changes of a source on to the broadcast of live data derived from it.
///
/// `@unchecked Sendable`: the lock of the outbox, which both broadcasts share, guards the mutable properties.
private final class Passage<Input: Sendable, Value: Sendable>: @unchecked Sendable {
  let transform: @Sendable (Input) -> Value
  let isRepeated: (@Sendable (Value, Value) -> Bool)?
  /// The newest version that was examined, and the newest one of them that was not a repetition.
  private var examined: UInt64 = 0
  private var delivered: UInt64 = 0

  init(transform: @escaping @Sendable (Input) -> Value, isRepeated: (@Sendable (Value, Value) -> Bool)?) {
    (self.transform, self.isRepeated) = (transform, isRepeated)
  }

  // MARK: With the lock held

  func connect(_ target: Broadcast<Value>, to source: LiveSource<Input>) -> Afterwards {
    let relay = PassageRelay(self, target)
    // The registration comes first: derived live data knows its version only while it is connected.
    var (_, afterwards) = source.broadcast.addHoldingLock(relay)
    let (capture, others) = source.captureHoldingLock()
    (relay.floor, relay.seen) = (capture.version, capture.version)
    if isRepeated != nil {
      relay.first = capture.value
      (examined, delivered) = (capture.version, capture.version)
    }
    afterwards.append(others)
    afterwards.keep(source)
    return afterwards
  }

  func disconnect(from upstream: Broadcast<Input>) -> Afterwards {
    var (_, afterwards) = upstream.removeHoldingLock(ObjectIdentifier(self))
    afterwards.keep(upstream)
    return afterwards
  }

  /// The version for live data derived from the target. A repetition does not increase it, because derived
  /// live data would deliver the repetition when it catches up.
  func versionForFeeds(_ version: UInt64) -> UInt64 {
    isRepeated == nil || version > examined ? version : delivered
  }

  // MARK: In a step

  func note(_ version: UInt64, isNew: Bool, in outbox: Outbox) {
    outbox.lock.withLock {
      examined = version
      if isNew { delivered = version }
    }
  }
}

/// The registration of a passage with its source.
///
/// `@unchecked Sendable`: only steps of the outbox use the mutable properties, once it is registered.
private final class PassageRelay<Input: Sendable, Value: Sendable>: Recipient<Input>, @unchecked Sendable {
  private let passage: Passage<Input, Value>
  private let target: Broadcast<Value>
  /// The value at the registration, until it was compared.
  var first: (@Sendable () -> Input)?
  /// The last value that was not a repetition.
  private var previous: Value?

  init(_ passage: Passage<Input, Value>, _ target: Broadcast<Value>) {
    (self.passage, self.target) = (passage, target)
  }

  override var identity: ObjectIdentifier { ObjectIdentifier(passage) }

  /// A relay has no owner: it is needed while the derived live data is observed. It is removed with the last
  /// observer.
  override func sweep() -> Int {
    let remaining = target.sweep()
    return remaining == 0 ? 0 : remaining + 1
  }

  override func receive(_ input: Input) -> Bool {
    let value = passage.transform(input)
    if let isRepeated = passage.isRepeated {
      let isNew = old.map { !isRepeated($0, value) } ?? true
      passage.note(seen, isNew: isNew, in: target.outbox)
      guard isNew else { return true }
      previous = value
    }
    target.deliver(value, version: seen)
    return true
  }

  /// The value to compare with.
  private var old: Value? {
    if let first {
      self.first = nil
      previous = passage.transform(first())
    }
    return previous
  }
}
