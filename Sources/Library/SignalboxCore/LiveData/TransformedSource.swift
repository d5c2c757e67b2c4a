/// A value that is computed from one other source and not stored.
///
/// It shares the outbox of that source: a change is delivered here in the same step, with the same version.
/// Its broadcast is connected to the broadcast of the source only while it is observed, and does not retain
/// it. Live data that is derived and observed in one expression therefore lives as long as its root.
///
/// `@inlinable` is for speed, as in ``StoredSource``.
///
/// `@unchecked Sendable`, because its superclass is: its own properties are constants of `Sendable` types.
@usableFromInline
final class TransformedSource<Input: Sendable, Value: Sendable>: LiveSource<Value>,
  @unchecked Sendable
{
  @usableFromInline let source: LiveSource<Input>
  @usableFromInline let passage: Passage<Input, Value>
  @usableFromInline let ownFormula: Formula<Value>

  /// - Parameters:
  ///   - formula: Computes the same value from the roots of the source.
  ///   - isRepeated: Returns true for a change that is not delivered; nil delivers all changes.
  @inlinable init(
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
          connect: { [weak source] target in source.map { passage.connect(target, to: $0) } ?? DeferredWork()
          },
          disconnect: { [weak upstream = source.broadcast] _ in
            upstream.map { passage.disconnect(from: $0) } ?? DeferredWork()
          })))
  }

  @inlinable override var formula: Formula<Value> { ownFormula }

  @inlinable override var value: Value { passage.transform(source.value) }

  /// Retains the source, because nothing else retains live data that is derived in an expression.
  @inlinable override var reference: @Sendable () -> LiveSource<Value>? { { self } }

  @inlinable override func versionHoldingLock() -> (UInt64, DeferredWork) { source.versionHoldingLock() }

  @inlinable override func captureHoldingLock() -> (Capture, DeferredWork) {
    let (capture, deferred) = source.captureHoldingLock()
    return (transformed(capture, version: capture.version), deferred)
  }

  @inlinable override func captureForFeedsHoldingLock() -> (Capture, DeferredWork) {
    let (capture, deferred) = source.captureForFeedsHoldingLock()
    return (transformed(capture, version: passage.versionForFeeds(capture.version)), deferred)
  }

  @inlinable func transformed(_ capture: LiveSource<Input>.Capture, version: UInt64) -> Capture {
    Capture(version: version) { [transform = passage.transform] in transform(capture.value()) }
  }
}

/// Passes the changes of a source on to the broadcast of live data derived from it.
///
/// `@unchecked Sendable`: the lock of the outbox, which both broadcasts share, guards the mutable properties.
@usableFromInline final class Passage<Input: Sendable, Value: Sendable>: @unchecked Sendable {
  @usableFromInline let transform: @Sendable (Input) -> Value
  @usableFromInline let isRepeated: (@Sendable (Value, Value) -> Bool)?
  /// The newest version that was examined, and the newest one of them that was not a repetition.
  @exclusivity(unchecked) @usableFromInline var examined: UInt64 = 0
  @exclusivity(unchecked) @usableFromInline var delivered: UInt64 = 0

  @inlinable init(
    transform: @escaping @Sendable (Input) -> Value, isRepeated: (@Sendable (Value, Value) -> Bool)?
  ) {
    (self.transform, self.isRepeated) = (transform, isRepeated)
  }

  // MARK: With the lock held

  @inlinable func connect(_ target: Broadcast<Value>, to source: LiveSource<Input>) -> DeferredWork {
    let way = PassageWay(self, target)
    let relay = PassageRelay(way) { way.receive($0) }
    way.relay = relay
    // The registration comes first: derived live data knows its version only while it is connected.
    var (_, deferred) = source.broadcast.addHoldingLock(relay)
    let (capture, others) = source.captureHoldingLock()
    (relay.floor, relay.seen) = (capture.version, capture.version)
    if isRepeated != nil {
      way.first = capture.value
      (examined, delivered) = (capture.version, capture.version)
    }
    deferred.append(others)
    deferred.keep(source)
    return deferred
  }

  @inlinable func disconnect(from upstream: Broadcast<Input>) -> DeferredWork {
    var deferred = upstream.removeHoldingLock(ObjectIdentifier(self))
    deferred.keep(upstream)
    return deferred
  }

  /// The version for live data derived from the target. A repetition does not increase it, because derived
  /// live data would deliver the repetition when it catches up.
  @inlinable func versionForFeeds(_ version: UInt64) -> UInt64 {
    isRepeated == nil || version > examined ? version : delivered
  }

  // MARK: In a step

  @inlinable func note(_ version: UInt64, isNew: Bool, in outbox: Outbox) {
    outbox.lock.withLock {
      examined = version
      if isNew { delivered = version }
    }
  }
}

/// What happens to each change.
///
/// This is not a method of the registration: a method that overrides another one is never specialized, and
/// costs four times as much.
///
/// `@unchecked Sendable`: only steps of the outbox use the mutable properties, once it is registered.
@usableFromInline final class PassageWay<Input: Sendable, Value: Sendable>: @unchecked Sendable {
  @usableFromInline let passage: Passage<Input, Value>
  @usableFromInline let target: Broadcast<Value>
  /// The registration, which retains this.
  @exclusivity(unchecked) @usableFromInline unowned(unsafe) var relay: Recipient<Input>?
  /// The value at the registration, until it was compared.
  @exclusivity(unchecked) @usableFromInline var first: (@Sendable () -> Input)?
  /// The last value that was not a repetition.
  @exclusivity(unchecked) @usableFromInline var previous: Value?

  @inlinable init(_ passage: Passage<Input, Value>, _ target: Broadcast<Value>) {
    (self.passage, self.target) = (passage, target)
  }

  @inlinable func receive(_ input: Input) {
    guard let version = relay?.seen else { return }
    let value = passage.transform(input)
    if let isRepeated = passage.isRepeated {
      let isNew = old.map { !isRepeated($0, value) } ?? true
      passage.note(version, isNew: isNew, in: target.outbox)
      guard isNew else { return }
      previous = value
    }
    target.deliver(value, version: version)
  }

  /// The value to compare with.
  @inlinable var old: Value? {
    if let first {
      self.first = nil
      previous = passage.transform(first())
    }
    return previous
  }
}

/// The registration of a passage with its source.
///
/// `@unchecked Sendable`, because its superclass is: its own property is a constant.
@usableFromInline
final class PassageRelay<Input: Sendable, Value: Sendable>: Recipient<Input>,
  @unchecked Sendable
{
  @usableFromInline let way: PassageWay<Input, Value>

  @inlinable init(_ way: PassageWay<Input, Value>, update: @escaping @Sendable (Input) -> Void) {
    self.way = way
    super.init(update: update)
  }

  @inlinable override var identity: ObjectIdentifier { ObjectIdentifier(way.passage) }

  /// A relay has no owner: it is needed while the derived live data is observed. It is removed with the last
  /// observer.
  @inlinable override func sweep() -> Int {
    let remaining = way.target.sweep()
    return remaining == 0 ? 0 : remaining + 1
  }
}
