/// An event that happens once: the first trigger is delivered exactly once to each observer, and later ones
/// are ignored.
///
/// An observer that registers after the trigger receives the payload at once, unless the event ignores late
/// observers.
///
/// The payload is delivered once for each registration: an observer that has received it, is removed and
/// registers again is a late observer, and receives it again.
///
/// ```swift
/// let ready = SingleEvent<Int>()
/// ready.trigger(1)
/// ready.trigger(2)
/// ready.observe(owner: self) { print($0) }  // prints 1
/// ```
public final class SingleEvent<Payload: Sendable>: EventStream<Payload>, @unchecked Sendable {
  // `@unchecked Sendable`: the lock of the broadcast guards `payload`.

  /// How observers are treated that register after the trigger.
  ///
  /// ```swift
  /// let started = SingleEvent<Int>(lateObservers: .ignore)
  /// started.trigger(1)
  /// started.observe(owner: self) { print($0) }  // prints nothing
  /// ```
  public enum LateObservers: Sendable {
    /// They receive the payload at once.
    case notify
    /// They receive nothing.
    case ignore
  }

  private let lateObservers: LateObservers
  private var payload: Payload?

  /// Creates an event that has not been triggered.
  ///
  /// - Parameter lateObservers: How observers are treated that register after the trigger.
  public init(lateObservers: LateObservers = .notify) {
    self.lateObservers = lateObservers
    super.init()
  }

  /// Delivers the event to all observers. Only the first call has an effect.
  public func trigger(_ payload: Payload) {
    broadcast.outbox.lock.lock()
    if self.payload != nil { return broadcast.outbox.lock.unlock() }
    self.payload = payload
    broadcast.sendAndUnlock(payload, version: 1)
  }

  override func add(_ recipient: Recipient<Payload>) -> Bool {
    let (isAdded, deferred) = broadcast.outbox.lock.withLock {
      recipient.floor = payload == nil ? 0 : 1
      let result = broadcast.addHoldingLock(recipient)
      if result.0, let payload, lateObservers == .notify {
        broadcast.outbox.post { _ = recipient.dispatch(payload, version: 1) }
      }
      return result
    }
    deferred.run()
    broadcast.outbox.deliver()
    return isAdded
  }
}

extension SingleEvent where Payload == Void {
  /// Delivers the event to all observers. Only the first call has an effect.
  public func trigger() { trigger(()) }
}
