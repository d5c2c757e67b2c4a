internal import Observation

extension ReadOnlyLiveData {
  /// Live data of what `read` returns, which follows the observable objects that `read` uses.
  ///
  /// `read` is called on the main actor: at once, and after each change of what it has used. Observation
  /// announces a change before it is made, so the live data changes some time after it, and changes that
  /// follow each other immediately are one. `read` is retained as long as the live data or something that is
  /// derived from it.
  ///
  /// ```swift
  /// let counter = Counter()
  /// let isBusy = ReadOnlyLiveData.tracking { counter.count > 0 }
  /// counter.count = 1  // isBusy becomes true
  /// ```
  @MainActor public static func tracking(_ read: @escaping @MainActor () -> Value) -> ReadOnlyLiveData {
    let tracked = TrackedRead(read)
    let source = StoredSource(tracked.next())
    tracked.source = source
    _ = source.add(tracked)
    return ReadOnlyLiveData(source: source)
  }
}

/// Reads again whenever an observable object changes. It is a recipient only because its live data retains it
/// then: the object must not, because `read` usually retains the object.
///
/// `@unchecked Sendable`, because its superclass is: only the main actor uses its own properties.
private final class TrackedRead<Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  private let read: @MainActor () -> Value
  weak var source: StoredSource<Value>?

  init(_ read: @escaping @MainActor () -> Value) { self.read = read }

  /// Reads, and follows the next change.
  @MainActor func next() -> Value {
    withObservationTracking(read) { [weak self] in
      Task { @MainActor in
        guard let self, let source = self.source else { return }
        source.set(self.next())
      }
    }
  }
}
