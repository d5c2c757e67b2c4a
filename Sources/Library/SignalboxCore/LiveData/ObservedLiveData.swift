public import Observation

/// Live data for `withObservationTracking`, and so for the views of SwiftUI.
///
/// A read of ``data`` is tracked: `onChange` is called for the next change, on the thread that delivers it,
/// after the value was stored and without a lock. An `onChange` that tracks again therefore reads the new
/// value. It is called for a value that is equal to the previous one, too.
///
/// A change is not lost, whatever thread makes it, if tracking begins before it or again in `onChange`. If
/// tracking begins elsewhere, Observation registers it only when its closure has ended: a change that another
/// thread makes between the read and that moment is not told. That is so for each observable object; who
/// needs the last value uses ``ReadOnlyLiveData/values`` or an observer.
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
  // `@inlinable` is for speed, as in ``StoredSource``.

  @usableFromInline let source: LiveSource<Value>
  @usableFromInline let tracking = Tracking()
  private let registration: Recipient<Value>

  fileprivate init(_ source: LiveSource<Value>) {
    self.source = source
    registration = Recipient { [tracking] _ in tracking.changed() }
    _ = source.add(registration)
  }

  deinit { _ = source.broadcast.remove(registration) }

  /// The present value. The read is tracked.
  @inlinable public var data: Value {
    tracking.access()
    return source.value
  }
}

/// The reads that are tracked, and the changes that they notice.
///
/// It is an object of its own, which does not retain the live data, so that the live data can retain it. It
/// is not generic, because making the key path of a generic type takes longer than everything else.
@usableFromInline final class Tracking: Observable, Sendable {
  @usableFromInline let registrar = ObservationRegistrar()
  @usableFromInline let path: any KeyPath<Tracking, Void> & Sendable = \.data

  private var data: Void { () }

  @inlinable func access() { registrar.access(self, keyPath: path) }

  func changed() { registrar.withMutation(of: self, keyPath: path) {} }
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
    // If two threads come here at the same time, one of them is released.
    return outbox.lock.withLock {
      let first = tracking as? ObservedLiveData<Value> ?? observed
      tracking = first
      return first
    }
  }
}
