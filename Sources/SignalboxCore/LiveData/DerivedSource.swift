/// A value computed from other live data, without a copy of its own.
///
/// It holds its sources. Its broadcast is fed by the sources' broadcasts only while somebody observes it, and holds none
/// of them: so live data that is derived on the fly and observed lives exactly as long as its root.
///
/// `Latest` is what has been heard from the sources; it is touched only by steps of the outbox. The version is the sum
/// of the sources' versions, so every change of a source has a version of its own and older news are recognised.
final class DerivedSource<Latest: Sendable, Value: Sendable>: LiveSource<Value>, @unchecked Sendable {
  private let feeds: [Feed<Latest>]
  private let derive: @Sendable (Latest) -> Value
  private let empty: Latest

  /// - Parameters:
  ///   - empty: what is known before anything was heard.
  ///   - isRepeated: true when a change is not worth telling; nil tells all.
  init(
    feeds: [Feed<Latest>], empty: Latest, isRepeated: (@Sendable (_ old: Value, _ new: Value) -> Bool)? = nil,
    derive: @escaping @Sendable (Latest) -> Value
  ) {
    self.feeds = feeds
    self.derive = derive
    self.empty = empty
    let connecting = feeds.map(\.connecting)
    super.init(
      broadcast: Broadcast(
        connection: Broadcast.Connection(
          connect: { broadcast in
            let funnel = Funnel(broadcast, empty: empty, isRepeated: isRepeated, derive: derive)
            return funnel.connect(to: connecting)
          },
          disconnect: { broadcast in
            var afterwards = Afterwards()
            for connecting in connecting { afterwards.append(connecting.disconnect(broadcast)) }
            return afterwards
          })))
  }

  override func captureHoldingLock() -> Capture {
    let captures = feeds.map { $0.capture() }
    return Capture(version: captures.reduce(0) { $0 + $1.version }) { [empty, derive] in
      var latest = empty
      for capture in captures { capture.apply(&latest) }
      return derive(latest)
    }
  }
}

/// One source of derived live data, whatever its type.
struct Feed<Latest: Sendable>: Sendable {
  /// A value of the source that can be put where it belongs.
  struct Capture: Sendable {
    let version: UInt64
    let apply: @Sendable (inout Latest) -> Void
  }

  /// How a funnel listens to the source. It does not keep the source alive.
  struct Connecting: Sendable {
    let connect: @Sendable (Inlet<Latest>) -> (Capture, Afterwards)?
    let disconnect: @Sendable (AnyObject) -> Afterwards
  }

  let capture: @Sendable () -> Capture
  let connecting: Connecting

  init<Value: Sendable>(
    _ liveData: ReadOnlyLiveData<Value>, place: @escaping @Sendable (inout Latest, Value) -> Void
  ) {
    let source = liveData.source
    capture = { [liveData] in Self.wrap(liveData.source.capture(), place: place) }
    connecting = Connecting(
      connect: { [weak source] inlet in
        guard let source else { return nil }
        let relay = Relay<Latest, Value>(inlet: inlet, place: place)
        let (capture, afterwards) = source.addCapturing(relay)
        return (Self.wrap(capture, place: place), afterwards)
      },
      disconnect: { [weak broadcast = source.broadcast] target in
        guard let broadcast else { return Afterwards() }
        return broadcast.outbox.lock.withLock { broadcast.removeHoldingLock(ObjectIdentifier(target)).1 }
      })
  }

  private static func wrap<Value>(
    _ capture: LiveSource<Value>.Capture, place: @escaping @Sendable (inout Latest, Value) -> Void
  ) -> Capture {
    Capture(version: capture.version) { latest in place(&latest, capture.value()) }
  }
}

/// Where one source's news enter a funnel.
struct Inlet<Latest: Sendable>: Sendable {
  /// The broadcast that is fed, by which the relay is removed again.
  let target: any AnyObject & Sendable
  let receive: @Sendable (_ version: UInt64, _ apply: @escaping @Sendable (inout Latest) -> Void) -> Void
}

/// Carries the changes of one source to the broadcast of live data derived from it.
private final class Relay<Latest: Sendable, Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  private let inlet: Inlet<Latest>
  private let place: @Sendable (inout Latest, Value) -> Void

  init(inlet: Inlet<Latest>, place: @escaping @Sendable (inout Latest, Value) -> Void) {
    self.inlet = inlet
    self.place = place
  }

  override var identity: ObjectIdentifier { ObjectIdentifier(inlet.target) }

  override func receive(_ value: Value) -> Bool {
    let place = place
    inlet.receive(seen) { latest in place(&latest, value) }
    return true
  }
}
