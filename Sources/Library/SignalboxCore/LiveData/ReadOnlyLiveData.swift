/// A value that is always present, and that delivers every change to its observers.
///
/// Trackers publish their state with this class: it has everything that ``LiveData`` has, except the methods
/// that change the value. It can be read and observed on any thread. Changes are delivered one at a time, in
/// the order in which they were made, on the thread that made them or on one that was already delivering.
///
/// As a publisher it starts with the present value and never completes; a subscription retains it. The design
/// follows Android's `LiveData` and ETBinding.
///
/// ```swift
/// let temperature = LiveData(data: 20)
/// let isWarm: ReadOnlyLiveData<Bool> = temperature.map { $0 > 21 }.removeDuplicates()
/// isWarm.observe(owner: self) { print($0) }
/// temperature.data = 21
/// temperature.data = 22  // prints true
/// ```
public class ReadOnlyLiveData<Value: Sendable>: Publisher, @unchecked Sendable {
  // `@unchecked Sendable`, because a class that is not final cannot be checked: the lock of the broadcast
  // guards `tracking`, and the other property is a constant.

  /// The values that observers and subscribers receive.
  public typealias Output = Value
  /// Live data does not fail.
  public typealias Failure = Never

  @usableFromInline let source: LiveSource<Value>
  /// What ``observed`` returns, from its first use on. Guarded by the lock of the broadcast.
  @exclusivity(unchecked) @usableFromInline final var tracking: AnyObject?

  @inlinable init(source: LiveSource<Value>) { self.source = source }

  /// The present value.
  @inlinable public var data: Value { source.value }

  // MARK: Observing

  /// Calls `onUpdate` for each later change until `owner` is released. The present value is not delivered.
  ///
  /// The closure itself is released with the next change or registration after that, because nothing tells
  /// the end of an object. If it retains something large, or something whose end matters, capture that
  /// weakly.
  ///
  /// The closure must not use the main actor: ``observeOnMain(owner:onUpdate:)`` is for that.
  @discardableResult
  @inlinable public func observe(owner: AnyObject, onUpdate: @escaping @Sendable (Value) -> Void) -> Observer<
    Value
  > {
    let observer = Observer(owner: owner, update: onUpdate)
    _ = source.add(observer)
    return observer
  }

  /// Calls `onUpdate` for each later change until `owner` is released and, if `initial` is true, for the
  /// present value.
  ///
  /// The present value is delivered before this method returns, unless a delivery is in progress: then it is
  /// delivered after that one. The closure must not use the main actor:
  /// ``observeOnMain(owner:initial:onUpdate:)`` is for that.
  @discardableResult
  @inlinable public func observe(
    owner: AnyObject, initial: Bool, onUpdate: @escaping @Sendable (Value) -> Void
  ) -> Observer<Value> {
    let observer = observe(owner: owner, onUpdate: onUpdate)
    if initial { dispatch(initiator: observer) }
    return observer
  }

  /// Registers `observer` for later changes until `owner` is released. If it is registered already, returns
  /// false and has no effect.
  @discardableResult
  @inlinable public func observe(owner: AnyObject, observer: Observer<Value>) -> Bool {
    source.add(observer.registration(owner: owner))
  }

  /// Calls `onUpdate` for each later change until the returned observer is removed.
  @discardableResult
  @inlinable public func observeForever(onUpdate: @escaping @Sendable (Value) -> Void) -> Observer<Value> {
    let observer = Observer(owner: nil, update: onUpdate)
    _ = source.add(observer)
    return observer
  }

  /// Registers `observer` for later changes until it is removed. If it is registered already, returns false
  /// and has no effect.
  @discardableResult
  @inlinable public func observeForever(observer: Observer<Value>) -> Bool {
    source.add(observer.registration(owner: nil))
  }

  /// Removes `observer`. Returns false if it was not registered.
  ///
  /// After this method has returned, no call to the observer begins on this thread, not even later in a
  /// delivery that is in progress. If another thread is delivering, at most one call that it has already
  /// decided can still begin or be running there: this method does not wait for it. An observer of
  /// ``observeOnMain(owner:onUpdate:)`` that is removed on the main actor is not called any more.
  @discardableResult
  @inlinable public func remove(observer: Observer<Value>) -> Bool {
    source.broadcast.remove(observer)
  }

  /// Removes all observers, each as ``remove(observer:)`` does, and returns their number. Subscriptions,
  /// iterators and live data derived from this remain.
  @discardableResult public func removeAll() -> Int { source.broadcast.removeObservers() }

  /// The number of registered observers whose owners exist.
  ///
  /// Subscriptions, iterators and live data derived from this are not observers. Another thread can change
  /// the number meanwhile.
  public var observerCount: Int { source.broadcast.observerCount }

  /// Delivers the present value to `initiator` unless it has received it. Returns false if it is not
  /// registered.
  @discardableResult
  @inlinable public func dispatch(initiator: Observer<Value>) -> Bool {
    source.dispatch(to: initiator)
  }

  // MARK: Publisher

  /// Delivers the present value and every later one. Combine's operators call this. Without demand, values
  /// are conflated to the latest one.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    let subscription = BroadcastSubscription(subscriber, broadcast: source.broadcast, keeping: self)
    let (_, capture, deferred) = source.addCapturing(subscription)
    deferred.run()
    subscription.start(with: capture.value)
  }
}
