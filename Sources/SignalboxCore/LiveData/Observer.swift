/// Somebody who is told about the values of live data or the triggers of an event.
///
/// Its identity is the object: registering it twice with the same object is refused, and it is removed by itself. One
/// observer may be registered with several objects.
public final class Observer<Value: Sendable>: Sendable {
  let update: @Sendable (Value) -> Void

  /// Creates an observer that runs `update` for each value, on the thread that delivers it.
  public init(update: @escaping @Sendable (Value) -> Void) {
    self.update = update
  }
}

/// An observer's registration, for as long as its owner lives, or forever.
class ObserverRegistration<Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  private let observer: Observer<Value>
  private let isOwned: Bool
  private(set) weak var owner: AnyObject?

  init(_ observer: Observer<Value>, owner: AnyObject?) {
    self.observer = observer
    self.owner = owner
    isOwned = owner != nil
  }

  override var identity: ObjectIdentifier { ObjectIdentifier(observer) }

  override var isOrphaned: Bool { isOwned && owner == nil }

  override func receive(_ value: Value) -> Bool {
    guard isOwned else {
      observer.update(value)
      return true
    }
    guard let owner else { return false }
    observer.update(value)
    return withExtendedLifetime(owner) { true }
  }
}
