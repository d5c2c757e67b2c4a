/// A value computed from other live data, without a copy of its own.
///
/// It holds its sources. Its broadcast is fed by the sources' broadcasts only while somebody observes it, and holds none
/// of them: so live data that is derived on the fly and observed lives exactly as long as its root.
///
/// `Latest` is what has been heard from the sources.
final class DerivedSource<Latest: Sendable, Value: Sendable>: LiveSource<Value>, @unchecked Sendable {
  private let feeds: [Feed<Latest>]
  private let junction: Junction<Latest, Value>

  /// - Parameters:
  ///   - empty: what is known before anything was heard.
  ///   - isRepeated: true when a change is not worth telling; nil tells all.
  init(
    feeds: [Feed<Latest>], empty: Latest, isRepeated: (@Sendable (_ old: Value, _ new: Value) -> Bool)? = nil,
    derive: @escaping @Sendable (Latest) -> Value
  ) {
    self.feeds = feeds
    let junction = Junction(empty: empty, isRepeated: isRepeated, derive: derive)
    self.junction = junction
    let connecting = feeds.map(\.connecting)
    super.init(
      broadcast: Broadcast(
        connection: Broadcast.Connection(
          connect: { broadcast in junction.connect(broadcast, to: connecting) },
          disconnect: { broadcast in
            var afterwards = junction.disconnect(broadcast)
            for connecting in connecting { afterwards.append(connecting.disconnect()) }
            return afterwards
          })))
  }

  override var value: Value { junction.value(of: feeds.map { $0.read() }) }

  /// Nobody else may hold what is derived on the fly.
  override var reference: @Sendable () -> LiveSource<Value>? { { self } }

  override func captureHoldingLock() -> (Capture, Afterwards) {
    var upstream = Afterwards()
    let fresh = feeds.map { feed in
      let (capture, afterwards) = feed.capture()
      upstream.append(afterwards)
      return capture
    }
    var (known, afterwards) = junction.catchUp(fresh, for: broadcast)
    afterwards.append(upstream)
    if known.isEmpty { known = fresh }
    return (Capture(version: junction.version) { [junction, known] in junction.value(of: known) }, afterwards)
  }

  override func capture() -> (Capture, Afterwards) {
    broadcast.outbox.lock.withLock {
      let (capture, afterwards) = captureHoldingLock()
      return (Capture(version: junction.versionForFeeds, value: capture.value), afterwards)
    }
  }
}

/// One source of derived live data, whatever its type.
struct Feed<Latest: Sendable>: Sendable {
  /// A value of the source that can be put where it belongs.
  struct Capture: Sendable {
    let version: UInt64
    let apply: @Sendable (inout Latest) -> Void

    /// What is known of a source that is gone.
    static var nothing: Capture { Capture(version: 0) { _ in } }
  }

  /// Where the changes of the source enter a junction.
  struct Inlet: Sendable {
    let receive: @Sendable (Capture) -> Void
    /// Sweeps the broadcast that the junction feeds and returns the number of recipients left there and
    /// below. Call without locks.
    let sweep: @Sendable () -> Int
  }

  /// How a junction listens to the source. It does not keep the source alive.
  struct Connecting: Sendable {
    let connect: @Sendable (Inlet) -> (Capture, Afterwards)?
    let disconnect: @Sendable () -> Afterwards
  }

  /// The present value of a source that may be unobserved; its version means nothing.
  let read: @Sendable () -> Capture
  /// The present value and its number, for a source that is observed.
  let capture: @Sendable () -> (Capture, Afterwards)
  let connecting: Connecting

  init<Value: Sendable>(
    _ liveData: ReadOnlyLiveData<Value>, place: @escaping @Sendable (inout Latest, Value) -> Void
  ) {
    let source = liveData.source
    let identity = RelayIdentity()
    read = { Capture(version: 0) { latest in place(&latest, source.value) } }
    capture = {
      let (capture, afterwards) = source.capture()
      return (Self.wrap(capture, place: place), afterwards)
    }
    connecting = Connecting(
      connect: { [weak source] inlet in
        guard let source else { return nil }
        var (_, capture, afterwards) = source.addCapturing(Relay(identity, inlet: inlet, place: place))
        afterwards.keep(source)
        return (Self.wrap(capture, place: place), afterwards)
      },
      disconnect: { [weak broadcast = source.broadcast] in
        guard let broadcast else { return Afterwards() }
        var (_, afterwards) = broadcast.outbox.lock.withLock {
          broadcast.removeHoldingLock(ObjectIdentifier(identity))
        }
        afterwards.keep(broadcast)
        return afterwards
      })
  }

  private static func wrap<Value>(
    _ capture: LiveSource<Value>.Capture, place: @escaping @Sendable (inout Latest, Value) -> Void
  ) -> Capture {
    Capture(version: capture.version) { latest in place(&latest, capture.value()) }
  }
}

/// What a relay is removed by: an object of its own, since one source may be fed in twice.
private final class RelayIdentity: Sendable {}

/// Carries the changes of one source to the broadcast of live data derived from it.
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

  /// A relay has no owner: it is needed while anybody observes the derived live data. Removing the last of
  /// those removes the relay.
  override func sweep() -> Int {
    let remaining = inlet.sweep()
    return remaining == 0 ? 0 : remaining + 1
  }

  override func receive(_ value: Value) -> Bool {
    inlet.receive(Feed.Capture(version: seen) { [place] latest in place(&latest, value) })
    return true
  }
}
