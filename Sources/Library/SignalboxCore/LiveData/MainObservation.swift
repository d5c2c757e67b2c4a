/// Passes values from the thread that delivers them to a closure on the main actor, in order.
///
/// At most one job is enqueued on the main actor at a time. It delivers all values that have arrived.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties.
final class MainObservation<Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  private let lock = Lock()
  private var arrived: [Value] = []
  private var isScheduled = false
  private let observer: Observer<Value>
  private let onMain: @MainActor (Value) -> Void

  init(_ observer: Observer<Value>, owner: AnyObject, onMain: @escaping @MainActor (Value) -> Void) {
    self.observer = observer
    self.onMain = onMain
    super.init(owner: owner)
  }

  override var identity: ObjectIdentifier { ObjectIdentifier(observer) }

  override var observerOfAnother: Recipient<Value>? { observer }

  override var isObserver: Bool { true }

  override func receive(_ value: Value) -> Bool {
    if isOrphaned { return false }
    let isFirst = lock.withLock {
      arrived.append(value)
      defer { isScheduled = true }
      return !isScheduled
    }
    if isFirst { Task { @MainActor in drain() } }
    return true
  }

  @MainActor private func drain() {
    while let values = takeArrived() {
      for value in values {
        // Either can change in any of these calls.
        guard !isRemoved, let owner else { break }
        onMain(value)
        withExtendedLifetime(owner) {}
      }
    }
  }

  private func takeArrived() -> [Value]? {
    lock.withLock {
      isScheduled = !arrived.isEmpty
      defer { arrived = [] }
      return arrived.isEmpty ? nil : arrived
    }
  }
}

extension ReadOnlyLiveData {
  /// Calls `onUpdate` on the main actor for each later change while `owner` lives.
  ///
  /// The calls come in order, each some time after its change. No call comes after the observer was removed
  /// on the main actor or the owner was released. Use this to observe with code of the main actor: other
  /// closures run on the thread that makes the change, and the compiler does not check what the closure of a
  /// `sink` uses there.
  ///
  /// Use the returned observer to remove the observation. Its own closure does nothing.
  @discardableResult
  public func observeOnMain(
    owner: AnyObject, onUpdate: @escaping @MainActor (Value) -> Void
  ) -> Observer<Value> {
    let observer = Observer<Value> { _ in }
    _ = source.add(MainObservation(observer, owner: owner, onMain: onUpdate))
    return observer
  }

  /// Calls `onUpdate` on the main actor for each later change while `owner` lives and, if `initial` is true,
  /// first for the present value. That call, too, comes some time after this method has returned.
  @discardableResult
  public func observeOnMain(
    owner: AnyObject, initial: Bool, onUpdate: @escaping @MainActor (Value) -> Void
  ) -> Observer<Value> {
    let observer = observeOnMain(owner: owner, onUpdate: onUpdate)
    if initial { dispatch(initiator: observer) }
    return observer
  }
}
