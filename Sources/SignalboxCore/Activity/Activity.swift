/// Something that goes on, from its beginning until ``end()`` is called or the token is dropped.
public final class Activity<Value: Sendable>: Sendable {
  private let store: ActivityStore<Value>
  /// The number it has among the indicator's activities, rising in order of registration.
  public let id: UInt64

  init(store: ActivityStore<Value>, value: Value?) {
    self.store = store
    id = store.begin(value)
  }

  deinit { end() }

  /// Shows another value for this activity; nil leaves it to the activities behind. No effect after the end.
  public func update(_ value: Value?) { store.update(id, value) }

  /// Ends the activity; no effect when it has ended.
  public func end() { store.end(id) }
}

extension ActivityIndicator {
  /// Runs `operation` as an activity with the default value and returns its result.
  ///
  /// The activity ends when the operation returns, throws or is cancelled.
  public func track<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    operation: (Activity<Value>) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await track(associatedValue: defaultAssociatedValue, isolation: isolation, operation: operation)
  }

  /// Runs `operation` as an activity and returns its result; the operation may change the activity's value.
  public func track<Result, Failure: Error>(
    associatedValue: Value?, isolation: isolated (any Actor)? = #isolation,
    operation: (Activity<Value>) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let activity = begin(associatedValue: associatedValue)
    defer { activity.end() }
    return try await operation(activity)
  }
}
