/// An event that happens once: the first trigger is delivered, exactly once to each observer, and later ones are ignored.
///
/// Who observes it after the trigger hears it at once, unless it was made to ignore late observers.
public final class SingleEvent<Payload: Sendable>: Publisher, @unchecked Sendable {
  public typealias Output = Payload
  public typealias Failure = Never

  /// What happens to observers that register after the trigger.
  public enum LateObservers: Sendable {
    /// They hear the payload at once.
    case notify
    /// They hear nothing.
    case ignore
  }

  private let broadcast = Broadcast<Payload>()
  private let lateObservers: LateObservers
  private var payload: Payload?

  public init(lateObservers: LateObservers = .notify) {
    self.lateObservers = lateObservers
  }

  /// Tells every observer, the first time; ignored from then on.
  public func trigger(_ payload: Payload) {
    broadcast.outbox.lock.lock()
    if self.payload != nil { return broadcast.outbox.lock.unlock() }
    self.payload = payload
    broadcast.sendAndUnlock(payload, version: 1)
  }

  // MARK: Observing

  /// Calls `onUpdate` once, at the trigger or now if it was triggered, unless `owner` is gone by then.
  @discardableResult
  public func observe(owner: AnyObject, onUpdate: @escaping @Sendable (Payload) -> Void) -> Observer<Payload>
  {
    let observer = Observer(update: onUpdate)
    observe(owner: owner, observer: observer)
    return observer
  }

  /// Registers `observer` while `owner` lives. False, and no effect, when it is registered already.
  @discardableResult
  public func observe(owner: AnyObject, observer: Observer<Payload>) -> Bool {
    add(ObserverRegistration(observer, owner: owner))
  }

  /// Calls `onUpdate` once, at the trigger or now if it was triggered.
  @discardableResult
  public func observeForever(onUpdate: @escaping @Sendable (Payload) -> Void) -> Observer<Payload> {
    let observer = Observer(update: onUpdate)
    observeForever(observer: observer)
    return observer
  }

  /// Registers `observer` until it is removed. False, and no effect, when it is registered already.
  @discardableResult
  public func observeForever(observer: Observer<Payload>) -> Bool {
    add(ObserverRegistration(observer, owner: nil))
  }

  /// Removes `observer`: no call to it begins after this returned. False when it was not registered.
  @discardableResult
  public func remove(observer: Observer<Payload>) -> Bool {
    broadcast.remove(ObjectIdentifier(observer))
  }

  // MARK: Publisher

  /// A subscriber gets the payload and does not complete, like any observer.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Payload, S.Failure == Never {
    let subscription = BroadcastSubscription(subscriber, broadcast: broadcast, keeping: self)
    _ = add(subscription)
    subscription.start()
  }

  private func add(_ recipient: Recipient<Payload>) -> Bool {
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
