/// Tracks the activities that are running: the state behind a spinner and its caption.
///
/// Publishers, async sequences, closures and tokens are registered as activities. ``state`` shows whether any
/// of them is running, and the first value that is not nil in order of registration. Changes are delivered in
/// order and without repetitions, on the thread that makes them.
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
  /// Whether any activity is running, and the value to show for it. When none is, the value is nil.
  ///
  /// ```swift
  /// let indicator = ActivityIndicator<String>()
  /// let reading = indicator.begin(associatedValue: "Reading")
  /// print(indicator.state.data.associatedValue ?? "idle")  // prints Reading
  /// reading.end()
  /// print(indicator.state.data.associatedValue ?? "idle")  // prints idle
  /// ```
  public struct State: Sendable {
    /// True while at least one activity is running.
    public let loading: Bool
    /// The first value that is not nil, in order of registration; nil if there is none.
    public let associatedValue: Value?

    /// Creates a state, for previews and comparisons.
    @inlinable public init(loading: Bool, associatedValue: Value?) {
      self.loading = loading
      self.associatedValue = associatedValue
    }
  }

  /// One of the running activities.
  ///
  /// ```swift
  /// let indicator = ActivityIndicator<String>()
  /// let reading = indicator.begin(associatedValue: "Reading")
  /// reading.fraction = 0.5
  /// for running in indicator.activities.data {
  ///   print(running.value ?? "-", running.fraction ?? 0)  // prints Reading 0.5
  /// }
  /// ```
  public struct Running: Sendable, Identifiable {
    /// The number of the activity, as in ``Activity/id``.
    public let id: UInt64
    /// The value that the activity shows; nil if it has none.
    public let value: Value?
    /// When the activity began, in the time of the indicator; see ``ActivityIndicator/now``.
    public let since: Duration
    /// The progress of the activity, from 0 to 1; nil if it is unknown.
    public let fraction: Double?

    /// Creates a description, for previews and comparisons.
    @inlinable public init(id: UInt64, value: Value?, since: Duration, fraction: Double? = nil) {
      self.id = id
      self.value = value
      self.since = since
      self.fraction = fraction
    }
  }

  /// The value of activities that are registered without one.
  public let defaultAssociatedValue: Value?
  /// Whether any activity is running and the value to show; never the same state twice in a row.
  public let state: ReadOnlyLiveData<State>
  /// All running activities, in order of registration.
  public let activities: ReadOnlyLiveData<[Running]>

  @usableFromInline let store: ActivityStore<Value>

  /// Creates an indicator whose values are compared by `equalWhen`.
  ///
  /// - Parameters:
  ///   - defaultAssociatedValue: The value of activities that are registered without one.
  ///   - equalWhen: Returns true if the second value need not be delivered after the first. It is called on
  ///     any thread,
  ///     without locks.
  ///   - scheduler: The source of the indicator's time.
  @inlinable public convenience init(
    defaultAssociatedValue: Value? = nil, equalWhen: @escaping @Sendable (Value, Value) -> Bool,
    scheduler: some Scheduler & Sendable = SharedTimers.queue
  ) {
    self.init(
      defaultAssociatedValue: defaultAssociatedValue, equalWhen: equalWhen, timeline: Timeline(scheduler))
  }

  /// Creates an indicator that shares its time with other objects. Its values are compared by `equalWhen`.
  @inlinable public init(
    defaultAssociatedValue: Value? = nil, equalWhen: @escaping @Sendable (Value, Value) -> Bool,
    timeline: Timeline
  ) {
    self.defaultAssociatedValue = defaultAssociatedValue
    store = ActivityStore(timeline: timeline, isEqual: equalWhen)
    state = ReadOnlyLiveData(source: store.state)
    activities = ReadOnlyLiveData(source: store)
  }

  /// Creates an indicator.
  ///
  /// - Parameters:
  ///   - defaultAssociatedValue: The value of activities that are registered without one.
  ///   - scheduler: The source of the indicator's time.
  @inlinable public convenience init(
    defaultAssociatedValue: Value? = nil, scheduler: some Scheduler & Sendable = SharedTimers.queue
  ) where Value: Equatable {
    self.init(defaultAssociatedValue: defaultAssociatedValue, equalWhen: ==, scheduler: scheduler)
  }

  /// Creates an indicator that shares its time with other objects.
  @inlinable public convenience init(
    defaultAssociatedValue: Value? = nil, timeline: Timeline
  ) where Value: Equatable {
    self.init(defaultAssociatedValue: defaultAssociatedValue, equalWhen: ==, timeline: timeline)
  }

  /// The present time, on the scale of ``Running/since``: the time since the creation of the indicator, or of
  /// the timeline that it was created with.
  @inlinable public var now: Duration { store.now }

  /// Begins an activity with the default value. It ends with ``Activity/end()`` or when the token is
  /// released.
  @inlinable public func begin() -> Activity<Value> { begin(associatedValue: defaultAssociatedValue) }

  /// Begins an activity. It ends with ``Activity/end()`` or when the token is released.
  @inlinable public func begin(associatedValue: Value?) -> Activity<Value> {
    Activity(store: store, value: associatedValue)
  }
}

extension ActivityIndicator.State: Equatable where Value: Equatable {}
extension ActivityIndicator.Running: Equatable where Value: Equatable {}
