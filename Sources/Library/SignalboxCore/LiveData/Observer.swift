/// Observes the values of live data or the triggers of an event.
///
/// An observer is identified by its object identity: it can be registered only once with the same live data
/// or event, and is passed to `remove(observer:)` to remove it. It can be registered with several of them.
///
/// ```swift
/// let temperature = LiveData(data: 20)
/// let observer = Observer<Int> { print($0) }
/// temperature.observeForever(observer: observer)
/// temperature.data = 21  // prints 21
/// temperature.remove(observer: observer)
/// temperature.data = 22
/// ```
public final class Observer<Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  // `@unchecked Sendable`, because the superclass is.

  /// Creates an observer that runs `update` for each value, on the thread that delivers it.
  @inlinable public init(update: @escaping @Sendable (Value) -> Void) {
    super.init(update: update, place: Place.unregistered)
  }

  /// Creates an observer that is about to be registered.
  @inlinable init(owner: AnyObject?, update: @escaping @Sendable (Value) -> Void) {
    super.init(owner: owner, update: update)
  }

  override var isObserver: Bool { true }

  /// A new registration: the observer itself the first time, so that it takes no further memory.
  @inlinable func registration(owner: AnyObject?) -> Recipient<Value> {
    claim(owner: owner) ? self : ObserverRegistration(self, owner: owner)
  }
}

/// A further registration of an observer, until its owner is released or for ever.
///
/// `@unchecked Sendable`, because its superclass is: its own property is a constant.
@usableFromInline final class ObserverRegistration<Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  @usableFromInline let observer: Observer<Value>

  @inlinable init(_ observer: Observer<Value>, owner: AnyObject?) {
    self.observer = observer
    super.init(owner: owner, update: observer.update)
  }

  @inlinable override var identity: ObjectIdentifier { ObjectIdentifier(observer) }

  @inlinable override var observerOfAnother: Recipient<Value>? { observer }

  override var isObserver: Bool { true }
}
