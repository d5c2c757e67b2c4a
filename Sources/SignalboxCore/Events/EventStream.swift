/// Something that happens now and then and tells its observers when it does.
///
/// This is what an action hands out: everything that ``FutureEvent`` has, except the means to trigger it. It remembers
/// nothing: who comes later hears what comes later. As a publisher it completes only when what it reports on is gone.
///
/// ```swift
/// let greet = Action<String, String> { Just("Hello \($0)") }
/// greet.elements.observe(owner: self) { print($0) }
/// greet.execute("Ada")  // prints Hello Ada
/// ```
public class EventStream<Payload: Sendable>: Publisher, @unchecked Sendable {
  /// What observers and subscribers are told.
  public typealias Output = Payload
  /// Events do not fail.
  public typealias Failure = Never

  let broadcast: Broadcast<Payload>
  private var version: UInt64 = 0

  init(outbox: Outbox = Outbox()) { broadcast = Broadcast(outbox: outbox) }

  // MARK: Observing

  /// Calls `onUpdate` for each later trigger while `owner` lives.
  @discardableResult
  public func observe(owner: AnyObject, onUpdate: @escaping @Sendable (Payload) -> Void) -> Observer<Payload>
  {
    let observer = Observer(update: onUpdate)
    observe(owner: owner, observer: observer)
    return observer
  }

  /// Registers `observer` for later triggers while `owner` lives. False, and no effect, when it is registered already.
  @discardableResult
  public func observe(owner: AnyObject, observer: Observer<Payload>) -> Bool {
    add(ObserverRegistration(observer, owner: owner))
  }

  /// Calls `onUpdate` for each later trigger until the returned observer is removed.
  @discardableResult
  public func observeForever(onUpdate: @escaping @Sendable (Payload) -> Void) -> Observer<Payload> {
    let observer = Observer(update: onUpdate)
    observeForever(observer: observer)
    return observer
  }

  /// Registers `observer` for later triggers until it is removed. False, and no effect, when it is registered already.
  @discardableResult
  public func observeForever(observer: Observer<Payload>) -> Bool {
    add(ObserverRegistration(observer, owner: nil))
  }

  /// Removes `observer`. False when it was not registered.
  ///
  /// After this has returned, no call to the observer begins on this thread, not even later in a delivery
  /// that is under way. If another thread is delivering, at most one call, which that thread has decided
  /// before, may still begin or be under way there: this does not wait for it. An observer with `onMain:`
  /// that is removed on the main actor is not called any more at all.
  @discardableResult
  public func remove(observer: Observer<Payload>) -> Bool {
    broadcast.remove(ObjectIdentifier(observer))
  }

  /// Calls `onMain` on the main actor for each later trigger while `owner` lives.
  ///
  /// The calls come in order, each some time after its trigger, and none after the observer was removed on
  /// the main actor or the owner is gone. Use this instead of `sink` to observe with code of the main actor:
  /// the closure of a `sink` runs on the thread that triggers, and nothing checks what it uses.
  ///
  /// The observer that is returned is there to be removed; its own closure does nothing.
  @discardableResult
  public func observe(
    owner: AnyObject, onMain: @escaping @MainActor (Payload) -> Void
  ) -> Observer<Payload> {
    let observer = Observer<Payload> { _ in }
    _ = add(MainObservation(observer, owner: owner, onMain: onMain))
    return observer
  }

  // MARK: Publisher

  /// Delivers every later trigger; Combine's operators call this. Without demand the latest one waits.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Payload, S.Failure == Never {
    let subscription = BroadcastSubscription(subscriber, broadcast: broadcast, keeping: self)
    _ = add(subscription)
    subscription.start()
  }

  /// The triggers from now on, for `for await`; an iterator that is slow skips to the latest.
  public var values: LatestValues<Payload> {
    LatestValues { [weak self] in
      guard let self else { return LatestValueBuffer() }
      let buffer = LatestValueBuffer(broadcast: broadcast)
      _ = add(buffer)
      return buffer
    }
  }

  // MARK: Inside

  /// Registers a recipient for what is triggered from now on. False when it is registered already.
  func add(_ recipient: Recipient<Payload>) -> Bool {
    let (isAdded, afterwards) = broadcast.outbox.lock.withLock {
      recipient.floor = version
      return broadcast.addHoldingLock(recipient)
    }
    afterwards.run()
    return isAdded
  }

  /// Tells everybody who is registered now.
  func send(_ payload: Payload) {
    broadcast.outbox.lock.lock()
    version += 1
    broadcast.sendAndUnlock(payload, version: version)
  }

  /// Leaves a trigger in the outbox. Call with the lock held and deliver after unlocking.
  func post(_ payload: Payload) {
    version += 1
    broadcast.post(payload, version: version)
  }

  /// Tells everybody who is registered now. Only a step of the outbox may call this.
  func sendFromStep(_ payload: Payload) {
    let version = broadcast.outbox.lock.withLock {
      self.version += 1
      return self.version
    }
    broadcast.deliver(payload, version: version)
  }
}
