public import Synchronization

/// Something that goes on, from its beginning until ``end()`` is called or the token is dropped.
public final class Activity<Value: Sendable>: Sendable {
  @usableFromInline let store: ActivityStore<Value>
  @usableFromInline let hasEnded = Atomic(false)
  /// The number it has among the indicator's activities, rising in order of registration.
  public let id: UInt64

  @inlinable init(store: ActivityStore<Value>, value: Value?) {
    self.store = store
    id = store.begin(value)
  }

  private init(store: ActivityStore<Value>, id: UInt64) {
    self.store = store
    self.id = id
  }

  @inlinable deinit { end() }

  /// Shows another value for this activity; nil leaves it to the activities behind. No effect after the end.
  @inlinable public func update(_ value: Value?) { store.update(id, value) }

  /// Ends the activity; no effect when it has ended.
  @inlinable public func end() {
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
    store.end(id)
  }

  // MARK: Progress

  /// How far the activity is, from 0 to 1: what it was set to, and the shares of its children as far as they are. Nil
  /// when neither is known.
  public var fraction: Double? {
    get { store.fraction(of: id) }
    set { store.setFraction(newValue, of: id) }
  }

  /// Begins an activity that counts as a part of this one: as far as it is, and as a whole when it has ended.
  ///
  /// It has no value at first, so it shows nothing until it is given one.
  /// - Parameter share: which part, from 0 to 1.
  public func child(share: Double) -> Activity {
    Activity(store: store, id: store.begin(childOf: id, share: share))
  }
}

extension ActivityIndicator {
  /// Runs `operation` as an activity with the default value and returns its result.
  ///
  /// The activity ends when the operation returns, throws or is cancelled.
  @inlinable public func track<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    operation: (Activity<Value>) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await track(associatedValue: defaultAssociatedValue, isolation: isolation, operation: operation)
  }

  /// Runs `operation` as an activity and returns its result; the operation may change the activity's value.
  @inlinable public func track<Result, Failure: Error>(
    associatedValue: Value?, isolation: isolated (any Actor)? = #isolation,
    operation: (Activity<Value>) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let activity = begin(associatedValue: associatedValue)
    defer { activity.end() }
    return try await operation(activity)
  }
}
