/// Somebody who is told about the values of live data or the triggers of an event.
///
/// Its identity is the object: registering it twice with the same object is refused, and it is removed by itself. One
/// observer may be registered with several objects.
public final class Observer<Value: Sendable>: Sendable {
  @usableFromInline let update: @Sendable (Value) -> Void

  /// Creates an observer that runs `update` for each value, on the thread that delivers it.
  @inlinable public init(update: @escaping @Sendable (Value) -> Void) {
    self.update = update
  }
}

/// An observer's registration, for as long as its owner lives, or forever.
@usableFromInline final class ObserverRegistration<Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  @usableFromInline let observer: Observer<Value>

  @inlinable init(_ observer: Observer<Value>, owner: AnyObject?) {
    self.observer = observer
    super.init(owner: owner, update: observer.update)
  }

  @inlinable override var identity: ObjectIdentifier { ObjectIdentifier(observer) }
}
