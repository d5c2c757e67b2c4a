/// Knows whether anything is going on, and what: the state behind a spinner and its caption.
///
/// Publishers, async sequences, closures and tokens are registered as activities. ``state`` says whether any of them
/// runs, with the first value that is not nil in order of registration. Changes come in order, none repeated, and from
/// whatever thread made them.
///
/// ```swift
/// let indicator = ActivityIndicator<String>()
/// let report = try await indicator.track(associatedValue: "Downloading") { activity in
///   let data = try await download()
///   activity.update("Reading")
///   return try parse(data)
/// }
/// ```
public final class ActivityIndicator<Value: Sendable>: Sendable {
  /// Whether anything runs, and the value to show for it. Idle is always false with nil.
  public struct State: Sendable {
    public let loading: Bool
    public let associatedValue: Value?

    @inlinable public init(loading: Bool, associatedValue: Value?) {
      self.loading = loading
      self.associatedValue = associatedValue
    }
  }

  /// One of the activities that run.
  public struct Running: Sendable, Identifiable {
    public let id: UInt64
    public let value: Value?
    /// When it began: the time since the indicator's creation on its scheduler.
    public let since: Duration
    /// How far it is, from 0 to 1; nil when it has not said so.
    public let fraction: Double?

    @inlinable public init(id: UInt64, value: Value?, since: Duration, fraction: Double? = nil) {
      self.id = id
      self.value = value
      self.since = since
      self.fraction = fraction
    }
  }

  /// The value of activities that are registered without one.
  public let defaultAssociatedValue: Value?
  /// Whether anything runs and what to show for it; never the same twice in a row.
  public let state: ReadOnlyLiveData<State>
  /// All that runs, in order of registration.
  public let activities: ReadOnlyLiveData<[Running]>

  @usableFromInline let store: ActivityStore<Value>

  /// Creates an indicator whose values are compared by `equalWhen`.
  ///
  /// - Parameter scheduler: where the indicator has its time from.
  @inlinable public init(
    defaultAssociatedValue: Value? = nil, equalWhen: @escaping @Sendable (Value, Value) -> Bool,
    scheduler: some Scheduler & Sendable = SharedTimers.queue
  ) {
    self.defaultAssociatedValue = defaultAssociatedValue
    store = ActivityStore(timeline: Timeline(scheduler), isEqual: equalWhen)
    state = ReadOnlyLiveData(source: store.state)
    activities = ReadOnlyLiveData(source: store)
  }

  /// Creates an indicator.
  ///
  /// - Parameter scheduler: where the indicator has its time from.
  @inlinable public convenience init(
    defaultAssociatedValue: Value? = nil, scheduler: some Scheduler & Sendable = SharedTimers.queue
  ) where Value: Equatable {
    self.init(defaultAssociatedValue: defaultAssociatedValue, equalWhen: ==, scheduler: scheduler)
  }

  /// The time since the indicator's creation, on the scale of ``Running/since``.
  @inlinable public var now: Duration { store.now }

  /// Begins an activity with the default value. It ends with ``Activity/end()`` or when the token is dropped.
  @inlinable public func begin() -> Activity<Value> { begin(associatedValue: defaultAssociatedValue) }

  /// Begins an activity. It ends with ``Activity/end()`` or when the token is dropped.
  @inlinable public func begin(associatedValue: Value?) -> Activity<Value> {
    Activity(store: store, value: associatedValue)
  }
}

extension ActivityIndicator.State: Equatable where Value: Equatable {}
extension ActivityIndicator.Running: Equatable where Value: Equatable {}
