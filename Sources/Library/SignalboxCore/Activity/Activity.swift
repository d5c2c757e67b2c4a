public import Synchronization

/// A running activity of an indicator, until ``end()`` is called or the token is released.
///
/// ```swift
/// let indicator = ActivityIndicator<String>()
/// let copying = indicator.begin(associatedValue: "Copying")
/// let firstHalf = copying.child(share: 0.5)
/// firstHalf.fraction = 0.5
/// print(copying.fraction ?? 0)  // prints 0.25
/// firstHalf.end()
/// print(copying.fraction ?? 0)  // prints 0.5
/// ```
public final class Activity<Value: Sendable>: Sendable {
  @usableFromInline let store: ActivityStore<Value>
  @usableFromInline let hasEnded = Atomic(false)
  /// Identifies the activity in its indicator. Identifiers increase in order of registration.
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

  /// Changes the value of this activity. With nil, the indicator shows the value of a later activity. This
  /// has no effect after the end.
  @inlinable public func update(_ value: Value?) { store.update(id, value) }

  /// Ends the activity. This has no effect if it has ended.
  @inlinable public func end() {
    // A load is cheaper than an exchange. Most tokens have ended when they are released.
    if hasEnded.load(ordering: .relaxed) { return }
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
    store.end(id)
  }

  // MARK: Progress

  /// The progress of the activity, from 0 to 1: the value that was set, plus the progress of each child
  /// multiplied by its share. Nil if neither is known.
  public var fraction: Double? {
    get { store.fraction(of: id) }
    set { store.setFraction(newValue, of: id) }
  }

  /// Begins an activity whose progress is a part of the progress of this one. When it ends, it counts
  /// completely.
  ///
  /// It begins without a value, so it shows nothing until ``update(_:)`` is called.
  ///
  /// - Parameter share: The part of this activity's progress, from 0 to 1.
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

  /// Runs `operation` as an activity and returns its result. The operation can change the activity's value.
  @inlinable public func track<Result, Failure: Error>(
    associatedValue: Value?, isolation: isolated (any Actor)? = #isolation,
    operation: (Activity<Value>) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let activity = begin(associatedValue: associatedValue)
    defer { activity.end() }
    return try await operation(activity)
  }
}
