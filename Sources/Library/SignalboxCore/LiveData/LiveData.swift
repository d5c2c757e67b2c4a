/// A value that can be set on any thread, and that delivers every change to its observers.
///
/// ```swift
/// let temperature = LiveData(data: 20)
/// temperature.observe(owner: self) { print($0) }
/// temperature.data = 21  // prints 21
/// ```
///
/// Setting an equal value delivers it again; use ``ReadOnlyLiveData/removeDuplicates()`` to skip repetitions.
/// `data += 1` is a read and a write, between which another thread can write: use ``modify(_:)``.
public final class LiveData<Value: Sendable>: ReadOnlyLiveData<Value>, @unchecked Sendable {
  // `@unchecked Sendable`, because the superclass is: the own property is a constant.

  @usableFromInline let stored: StoredSource<Value>

  /// Creates live data with a first value. ``dispatch(initiator:)`` delivers it like any other.
  @inlinable public init(data: Value) {
    stored = StoredSource(data)
    super.init(source: stored)
  }

  /// Creates live data without a value: nil is the first version.
  @inlinable public convenience init<Wrapped>() where Value == Wrapped? {
    self.init(data: nil)
  }

  /// The present value. A new value is delivered to every observer. If a delivery is in progress, the new
  /// value is delivered after it, possibly after the setter has returned.
  @inlinable public override var data: Value {
    get { stored.value }
    set { stored.set(newValue) }
  }

  /// The same live data without the methods that change it, for code that only observes. It cannot be cast
  /// back to ``LiveData``.
  public var readOnly: ReadOnlyLiveData<Value> { ReadOnlyLiveData(source: stored) }

  /// Reads and writes in one step and delivers the result once.
  ///
  /// `body` runs while the value is locked: it must be short and must not use live data. If it reads, sets or
  /// observes this live data, the program ends with a message. If it throws, the value does not change and
  /// nothing is delivered.
  ///
  /// The previous value is retained until the lock is released, so that an object that `body` removes can use
  /// this live data when it is deinitialized. As a consequence, a collection is copied when `body` changes
  /// it, which takes time in proportion to its size.
  @discardableResult
  @inlinable public func modify<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try stored.modify(body)
  }

  /// Delivers the present value to every observer, or only to `initiator`, unless they have received it.
  ///
  /// Returns false if `initiator` is not registered.
  @discardableResult
  @inlinable public override func dispatch(initiator: Observer<Value>? = nil) -> Bool {
    stored.dispatch(to: initiator)
  }
}
