/// A stream of events that are delivered to observers.
///
/// Actions publish their events with this class: it has everything that ``FutureEvent`` has, except the
/// method that triggers it. It does not store events: an observer receives the ones after its registration.
/// As a publisher it completes when its source is released.
///
/// ```swift
/// let greet = Action<String, String> { Just("Hello \($0)") }
/// greet.elements.observe(owner: self) { print($0) }
/// greet.execute("Ada")  // prints Hello Ada
/// ```
public class EventStream<Payload: Sendable>: Publisher, @unchecked Sendable {
  // `@unchecked Sendable`: the lock of the broadcast guards `version`.

  /// The payloads that observers and subscribers receive.
  public typealias Output = Payload
  /// Events do not fail.
  public typealias Failure = Never

  let broadcast: Broadcast<Payload>
  private var version: UInt64 = 0

  init(outbox: Outbox = Outbox()) { broadcast = Broadcast(outbox: outbox) }

  /// Creates a stream with the observers of another one.
  init(sharing broadcast: Broadcast<Payload>) { self.broadcast = broadcast }

  /// The stream that stores the registrations and their number of triggers.
  var origin: EventStream { self }

  // MARK: Observing

  /// Calls `onUpdate` for each later trigger until `owner` is released.
  ///
  /// The closure must not use the main actor: ``observeOnMain(owner:onUpdate:)`` is for that.
  @discardableResult
  public func observe(owner: AnyObject, onUpdate: @escaping @Sendable (Payload) -> Void) -> Observer<Payload>
  {
    let observer = Observer(owner: owner, update: onUpdate)
    _ = add(observer)
    return observer
  }

  /// Registers `observer` for later triggers until `owner` is released. If it is registered already, returns
  /// false and has no effect.
  @discardableResult
  public func observe(owner: AnyObject, observer: Observer<Payload>) -> Bool {
    add(observer.registration(owner: owner))
  }

  /// Calls `onUpdate` for each later trigger until the returned observer is removed.
  @discardableResult
  public func observeForever(onUpdate: @escaping @Sendable (Payload) -> Void) -> Observer<Payload> {
    let observer = Observer(owner: nil, update: onUpdate)
    _ = add(observer)
    return observer
  }

  /// Registers `observer` for later triggers until it is removed. If it is registered already, returns false
  /// and has no effect.
  @discardableResult
  public func observeForever(observer: Observer<Payload>) -> Bool {
    add(observer.registration(owner: nil))
  }

  /// Removes `observer`. Returns false if it was not registered.
  ///
  /// After this method has returned, no call to the observer begins on this thread, not even later in a
  /// delivery that is in progress. If another thread is delivering, at most one call that it has already
  /// decided can still begin or be running there: this method does not wait for it. An observer of
  /// ``observeOnMain(owner:onUpdate:)`` that is removed on the main actor is not called any more.
  @discardableResult
  public func remove(observer: Observer<Payload>) -> Bool {
    broadcast.remove(observer)
  }

  /// Removes all observers, each as ``remove(observer:)`` does, and returns their number. Subscriptions and
  /// iterators remain.
  @discardableResult public func removeAll() -> Int { broadcast.removeObservers() }

  /// The number of registered observers whose owners exist.
  ///
  /// Subscriptions and iterators are not observers. Another thread can change the number meanwhile.
  public var observerCount: Int { broadcast.observerCount }

  /// Calls `onUpdate` on the main actor for each later trigger until `owner` is released.
  ///
  /// The calls come in order, each some time after its trigger. No call comes after the observer was removed
  /// on the main actor or the owner was released. Use this instead of `sink` to observe with code of the main
  /// actor: the closure of a `sink` runs on the thread that triggers, and the compiler does not check what it
  /// uses.
  ///
  /// Use the returned observer to remove the observation. Its own closure does nothing.
  @discardableResult
  public func observeOnMain(
    owner: AnyObject, onUpdate: @escaping @MainActor (Payload) -> Void
  ) -> Observer<Payload> {
    let observer = Observer<Payload> { _ in }
    _ = add(MainObservation(observer, owner: owner, onMain: onUpdate))
    return observer
  }

  // MARK: Publisher

  /// Delivers every later trigger. Combine's operators call this. Without demand, triggers are conflated to
  /// the latest one.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Payload, S.Failure == Never {
    let subscription = BroadcastSubscription(subscriber, broadcast: broadcast, keeping: self)
    _ = add(subscription)
    subscription.start()
  }

  // MARK: Inside

  /// Registers a recipient for the triggers from now on. Returns false if it is registered already.
  func add(_ recipient: Recipient<Payload>) -> Bool {
    let (isAdded, deferred) = broadcast.outbox.lock.withLock {
      recipient.floor = version
      return broadcast.addHoldingLock(recipient)
    }
    deferred.run()
    return isAdded
  }

  /// Delivers a payload to all recipients.
  func send(_ payload: Payload) {
    broadcast.outbox.lock.lock()
    version += 1
    broadcast.sendAndUnlock(payload, version: version)
  }

  /// Posts a trigger to the outbox. Call with the lock held, and deliver after unlocking.
  @usableFromInline func post(_ payload: Payload) {
    version += 1
    broadcast.post(payload, version: version)
  }

  /// Delivers a payload to all recipients. Only a step of the outbox may call this.
  @usableFromInline func sendFromStep(_ payload: Payload) {
    let version = broadcast.outbox.lock.withLock {
      self.version += 1
      return self.version
    }
    broadcast.deliver(payload, version: version)
  }
}
