/// A value that is always present and tells its observers about every change.
///
/// This is what a tracker hands out: everything that ``LiveData`` has, except the means to change it. It may be read and
/// observed from any thread. Changes are delivered one at a time, in the order they were made, on the thread that made
/// them or on one that was delivering already.
///
/// As a publisher it starts with the present value and never completes; a subscription keeps it alive. The idea is
/// Android's `LiveData`, by way of ETBinding.
///
/// ```swift
/// let temperature = LiveData(data: 20)
/// let isWarm: ReadOnlyLiveData<Bool> = temperature.map { $0 > 21 }.removeDuplicates()
/// isWarm.observe(owner: self) { print($0) }
/// temperature.data = 21
/// temperature.data = 22  // prints true
/// ```
public class ReadOnlyLiveData<Value: Sendable>: Publisher, @unchecked Sendable {
  /// What observers and subscribers are told.
  public typealias Output = Value
  /// Live data does not fail.
  public typealias Failure = Never

  @usableFromInline let source: LiveSource<Value>

  @inlinable init(source: LiveSource<Value>) { self.source = source }

  /// The present value.
  @inlinable public var data: Value { source.value }

  // MARK: Observing

  /// Calls `onUpdate` for each later change while `owner` lives; the present value is not delivered.
  @discardableResult
  @inlinable public func observe(owner: AnyObject, onUpdate: @escaping @Sendable (Value) -> Void) -> Observer<
    Value
  > {
    let observer = Observer(update: onUpdate)
    observe(owner: owner, observer: observer)
    return observer
  }

  /// Calls `onUpdate` for each later change while `owner` lives, and with `initial` for the present value too.
  ///
  /// The present value is delivered before this returns, unless a delivery is under way: then it takes its turn.
  @discardableResult
  @inlinable public func observe(
    owner: AnyObject, initial: Bool, onUpdate: @escaping @Sendable (Value) -> Void
  ) -> Observer<Value> {
    let observer = observe(owner: owner, onUpdate: onUpdate)
    if initial { dispatch(initiator: observer) }
    return observer
  }

  /// Registers `observer` for later changes while `owner` lives. False, and no effect, when it is registered already.
  @discardableResult
  @inlinable public func observe(owner: AnyObject, observer: Observer<Value>) -> Bool {
    source.add(ObserverRegistration(observer, owner: owner))
  }

  /// Calls `onUpdate` for each later change until the returned observer is removed.
  @discardableResult
  @inlinable public func observeForever(onUpdate: @escaping @Sendable (Value) -> Void) -> Observer<Value> {
    let observer = Observer(update: onUpdate)
    observeForever(observer: observer)
    return observer
  }

  /// Registers `observer` for later changes until it is removed. False, and no effect, when it is registered already.
  @discardableResult
  @inlinable public func observeForever(observer: Observer<Value>) -> Bool {
    source.add(ObserverRegistration(observer, owner: nil))
  }

  /// Removes `observer`. False when it was not registered.
  ///
  /// After this has returned, no call to the observer begins on this thread, not even later in a delivery
  /// that is under way. If another thread is delivering, at most one call, which that thread has decided
  /// before, may still begin or be under way there: this does not wait for it. An observer with `onMain:`
  /// that is removed on the main actor is not called any more at all.
  @discardableResult
  @inlinable public func remove(observer: Observer<Value>) -> Bool {
    source.broadcast.remove(ObjectIdentifier(observer))
  }

  /// Delivers the present value to `initiator` unless it has had it. False when it is not registered.
  @discardableResult
  @inlinable public func dispatch(initiator: Observer<Value>) -> Bool {
    source.dispatch(to: ObjectIdentifier(initiator))
  }

  // MARK: Publisher

  /// Delivers the present value and every later one; Combine's operators call this. Without demand the latest one waits:
  /// those between are left out.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    let subscription = BroadcastSubscription(subscriber, broadcast: source.broadcast, keeping: self)
    let (_, capture, afterwards) = source.addCapturing(subscription)
    afterwards.run()
    subscription.start(with: capture.value)
  }
}
