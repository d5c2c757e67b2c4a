public import Observation

/// Live data for `withObservationTracking`, and so for the views of SwiftUI.
///
/// A read of ``data`` is tracked: `onChange` is called for the next change, on the thread that delivers it,
/// after the value was stored and without a lock. An `onChange` that tracks again therefore reads the new
/// value. It is called for a value that is equal to the previous one, too.
///
/// ```swift
/// let temperature = LiveData(data: 20)
/// withObservationTracking {
///   print(temperature.observed.data)  // prints 20
/// } onChange: {
///   print(temperature.data)  // prints 21
/// }
/// temperature.data = 21
/// ```
public final class ObservedLiveData<Value: Sendable>: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let source: LiveSource<Value>

  init(_ source: LiveSource<Value>) { self.source = source }

  /// The present value. The read is tracked.
  public var data: Value {
    // First the access: a change after the read must not be missed.
    registrar.access(self, keyPath: \.data)
    return source.value
  }

  func changed() { registrar.withMutation(of: self, keyPath: \.data) {} }
}

extension ReadOnlyLiveData {
  /// The same value for `withObservationTracking`: reads of it are tracked.
  ///
  /// It is one object as long as this live data exists. Keep live data that is derived for it, for example in
  /// a property: tracking ends when it is released. The first use registers an observer, which each later
  /// change calls; live data without it has no cost.
  public var observed: ObservedLiveData<Value> {
    let outbox = source.broadcast.outbox
    if let observed = outbox.lock.withLock({ tracking }) as? ObservedLiveData<Value> { return observed }
    let observed = ObservedLiveData(source)
    // It is registered before another thread can read with it. If two threads come here at the same time, one
    // of the registrations has no owner then.
    _ = source.add(ObservationRelay(observed))
    return outbox.lock.withLock {
      let first = tracking as? ObservedLiveData<Value> ?? observed
      tracking = first
      return first
    }
  }
}

/// Tells observed live data about each change, as long as it exists.
///
/// `@unchecked Sendable`, because its superclass is: it has no property of its own.
private final class ObservationRelay<Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  init(_ observed: ObservedLiveData<Value>) { super.init(owner: observed) }

  override func receive(_ value: Value) -> Bool {
    guard let observed = owner as? ObservedLiveData<Value> else { return false }
    observed.changed()
    return true
  }
}
