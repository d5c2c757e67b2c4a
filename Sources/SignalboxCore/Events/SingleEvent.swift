/// An event that happens once: the first trigger is delivered, exactly once to each observer, and later ones are ignored.
///
/// Who observes it after the trigger hears it at once, unless it was made to ignore late observers.
///
/// Once for each observer means once for each registration: one that is removed after it has heard the payload and
/// registers again is a late observer, and hears it again.
///
/// ```swift
/// let ready = SingleEvent<Int>()
/// ready.trigger(1)
/// ready.trigger(2)
/// ready.observe(owner: self) { print($0) }  // prints 1
/// ```
public final class SingleEvent<Payload: Sendable>: EventStream<Payload>, @unchecked Sendable {
  /// What happens to observers that register after the trigger.
  ///
  /// ```swift
  /// let started = SingleEvent<Int>(lateObservers: .ignore)
  /// started.trigger(1)
  /// started.observe(owner: self) { print($0) }  // prints nothing
  /// ```
  public enum LateObservers: Sendable {
    /// They hear the payload at once.
    case notify
    /// They hear nothing.
    case ignore
  }

  private let lateObservers: LateObservers
  private var payload: Payload?

  /// Creates an event that has not been triggered.
  ///
  /// - Parameter lateObservers: whether those who come after the trigger hear of it. They do unless told otherwise.
  public init(lateObservers: LateObservers = .notify) {
    self.lateObservers = lateObservers
    super.init()
  }

  /// Tells every observer, the first time; ignored from then on.
  public func trigger(_ payload: Payload) {
    broadcast.outbox.lock.lock()
    if self.payload != nil { return broadcast.outbox.lock.unlock() }
    self.payload = payload
    broadcast.sendAndUnlock(payload, version: 1)
  }

  override func add(_ recipient: Recipient<Payload>) -> Bool {
    let (isAdded, afterwards) = broadcast.outbox.lock.withLock {
      recipient.floor = payload == nil ? 0 : 1
      let result = broadcast.addHoldingLock(recipient)
      if result.0, let payload, lateObservers == .notify {
        broadcast.outbox.post { _ = recipient.dispatch(payload, version: 1) }
      }
      return result
    }
    afterwards.run()
    broadcast.outbox.deliver()
    return isAdded
  }
}

extension SingleEvent where Payload == Void {
  /// Tells every observer, the first time; ignored from then on.
  public func trigger() { trigger(()) }
}
