/// A value that is computed from other live data and not stored.
///
/// It retains its sources. Its broadcast is connected to the broadcasts of the sources only while it is
/// observed, and retains none of them. Live data that is derived and observed in one expression therefore
/// lives as long as its root.
///
/// `Latest` is the type of the latest values of all sources.
///
/// `@unchecked Sendable`, because its superclass is: its own properties are constants of `Sendable` types.
final class DerivedSource<Latest: Sendable, Value: Sendable>: LiveSource<Value>, @unchecked Sendable {
  private let feeds: [Feed<Latest>]
  private let junction: Junction<Latest, Value>
  private let ownFormula: Formula<Value>

  /// - Parameter formula: Computes the same value from the roots of the sources.
  init(feeds: [Feed<Latest>], formula: Formula<Value>, _ rule: Junction<Latest, Value>.Rule) {
    self.feeds = feeds
    ownFormula = formula
    let junction = Junction(rule)
    self.junction = junction
    let connecting = feeds.map(\.connecting)
    super.init(
      broadcast: Broadcast(
        connection: Broadcast.Connection(
          connect: { broadcast in junction.connect(broadcast, to: connecting) },
          disconnect: { broadcast in
            var deferred = junction.disconnect(broadcast)
            for connecting in connecting { deferred.append(connecting.disconnect()) }
            return deferred
          })))
  }

  override var formula: Formula<Value> { ownFormula }

  override var value: Value { junction.value(of: feeds.map { $0.read() }) }

  /// Retains the source, because nothing else retains live data that is derived in an expression.
  override var reference: @Sendable () -> LiveSource<Value>? { { self } }

  override func captureHoldingLock() -> (Capture, DeferredWork) {
    var upstream = DeferredWork()
    let fresh = feeds.map { feed in
      let (capture, deferred) = feed.capture()
      upstream.append(deferred)
      return capture
    }
    var (known, deferred) = junction.catchUp(fresh, for: broadcast)
    deferred.append(upstream)
    if known.isEmpty { known = fresh }
    return (Capture(version: junction.version) { [junction, known] in junction.value(of: known) }, deferred)
  }

  override func captureForFeedsHoldingLock() -> (Capture, DeferredWork) {
    let (capture, deferred) = captureHoldingLock()
    return (Capture(version: junction.versionForFeeds, value: capture.value), deferred)
  }
}

/// One source of derived live data, whatever its type.
struct Feed<Latest: Sendable>: Sendable {
  /// A value of the source that can be stored in `Latest`.
  struct Capture: Sendable {
    let version: UInt64
    let apply: @Sendable (inout Latest) -> Void

    /// The capture of a source that was released.
    static var nothing: Capture { Capture(version: 0) { _ in } }
  }

  /// The input of a junction for the changes of the source.
  struct Inlet: Sendable {
    let receive: @Sendable (Capture) -> Void
    /// Sweeps the broadcast of the derived live data. Returns the number of recipients that remain there and
    /// behind it. Call without locks.
    let sweep: @Sendable () -> Int
  }

  /// Connects a junction to the source. It does not retain the source.
  struct Connecting: Sendable {
    let connect: @Sendable (Inlet) -> (Capture, DeferredWork)?
    let disconnect: @Sendable () -> DeferredWork
  }

  /// The present value of a source that may be unobserved. Its version is not used.
  let read: @Sendable () -> Capture
  /// The present value and its version, for a source that is observed.
  let capture: @Sendable () -> (Capture, DeferredWork)
  let connecting: Connecting

  init<Value: Sendable>(
    _ source: LiveSource<Value>, place: @escaping @Sendable (inout Latest, Value) -> Void
  ) {
    let identity = RelayIdentity()
    read = { Capture(version: 0) { latest in place(&latest, source.value) } }
    capture = {
      let (capture, deferred) = source.capture()
      return (Self.wrap(capture, place: place), deferred)
    }
    connecting = Connecting(
      connect: { [weak source] inlet in
        guard let source else { return nil }
        var (_, capture, deferred) = source.addCapturing(Relay(identity, inlet: inlet, place: place))
        deferred.keep(source)
        return (Self.wrap(capture, place: place), deferred)
      },
      disconnect: { [weak broadcast = source.broadcast] in
        guard let broadcast else { return DeferredWork() }
        var deferred = broadcast.outbox.lock.withLock {
          broadcast.removeHoldingLock(ObjectIdentifier(identity))
        }
        deferred.keep(broadcast)
        return deferred
      })
  }

  private static func wrap<Value>(
    _ capture: LiveSource<Value>.Capture, place: @escaping @Sendable (inout Latest, Value) -> Void
  ) -> Capture {
    Capture(version: capture.version) { latest in place(&latest, capture.value()) }
  }
}

/// Identifies a relay. It is a separate object, because live data can have the same source twice.
private final class RelayIdentity: Sendable {}

/// Passes the changes of one source to the broadcast of live data derived from it.
///
/// `@unchecked Sendable`, because its superclass is: its own properties are constants of `Sendable` types.
private final class Relay<Latest: Sendable, Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  typealias Inlet = Feed<Latest>.Inlet

  private let identityObject: RelayIdentity
  private let inlet: Inlet
  private let place: @Sendable (inout Latest, Value) -> Void

  init(
    _ identity: RelayIdentity, inlet: Inlet,
    place: @escaping @Sendable (inout Latest, Value) -> Void
  ) {
    identityObject = identity
    self.inlet = inlet
    self.place = place
  }

  override var identity: ObjectIdentifier { ObjectIdentifier(identityObject) }

  /// A relay has no owner: it is needed while the derived live data is observed. It is removed with the last
  /// observer.
  override func sweep() -> Int {
    let remaining = inlet.sweep()
    return remaining == 0 ? 0 : remaining + 1
  }

  override func receive(_ value: Value) -> Bool {
    inlet.receive(Feed.Capture(version: seen) { [place] latest in place(&latest, value) })
    return true
  }
}
