/// A value that can be set from any thread and tells its observers about every change.
///
/// ```swift
/// let temperature = LiveData(data: 20)
/// temperature.observe(owner: self) { print($0) }
/// temperature.data = 21  // prints 21
/// ```
///
/// Setting an equal value delivers it again; ``ReadOnlyLiveData/removeDuplicates()`` leaves those out. `data += 1` is a
/// read and a write, between which another thread may write: use ``modify(_:)``.
public final class LiveData<Value: Sendable>: ReadOnlyLiveData<Value>, @unchecked Sendable {
  @usableFromInline let stored: StoredSource<Value>

  /// Creates live data with a first value, which counts as a version that ``dispatch(initiator:)`` delivers.
  @inlinable public init(data: Value) {
    stored = StoredSource(data)
    super.init(source: stored)
  }

  /// Creates live data without a value: nil is the first version.
  @inlinable public convenience init<Wrapped>() where Value == Wrapped? {
    self.init(data: nil)
  }

  /// The present value. Setting it delivers it to every observer; a setting made while a delivery is under way is
  /// delivered after that one, perhaps after the setter returned.
  @inlinable public override var data: Value {
    get { stored.value }
    set { stored.set(newValue) }
  }

  /// Reads and writes in one step and delivers the result once.
  ///
  /// `body` runs while the value is locked: keep it short and touch no live data in it. If it reads, sets or
  /// observes this live data, the program ends with a message. If it throws, the value is what it was and
  /// nothing is delivered.
  ///
  /// The previous value is kept until the lock is released, so that what `body` removes may use this live
  /// data when it is deinitialized. As a consequence, a collection is copied when `body` changes it, which
  /// takes time in proportion to its size.
  @discardableResult
  @inlinable public func modify<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try stored.modify(body)
  }

  /// Delivers the present value to every observer, or only to `initiator`, unless they have had it.
  ///
  /// False when `initiator` is not registered.
  @discardableResult
  @inlinable public override func dispatch(initiator: Observer<Value>? = nil) -> Bool {
    stored.dispatch(to: initiator.map { ObjectIdentifier($0) })
  }
}
