extension ActivityIndicator {
  /// Tracks each subscription to `source` with the default value.
  ///
  /// Only subscriptions to the returned publisher are tracked, not subscriptions to `source`.
  ///
  /// - Parameters:
  ///   - source: The publisher to track.
  ///   - untilFirstElement: If true, the activity ends with the first element, for streams that never end.
  @inlinable public func trackActivity<Source: Publisher>(
    of source: Source, untilFirstElement: Bool = false
  ) -> TrackedActivity<Source, Value> {
    tracked(source, defaultAssociatedValue, nil, untilFirstElement)
  }

  /// Tracks each subscription to `source` with its own value; nil is not replaced by the default.
  @inlinable public func trackActivity<Source: Publisher>(
    of source: Source, associatedValue: Value?, untilFirstElement: Bool = false
  ) -> TrackedActivity<Source, Value> {
    tracked(source, associatedValue, nil, untilFirstElement)
  }

  /// Tracks each subscription to `source`, first with the default value, then with the provider's value for
  /// each element.
  @inlinable public func trackActivity<Source: Publisher>(
    of source: Source, untilFirstElement: Bool = false,
    associatedValueProvider: @escaping @Sendable (Source.Output) -> Value?
  ) -> TrackedActivity<Source, Value> {
    tracked(source, defaultAssociatedValue, associatedValueProvider, untilFirstElement)
  }

  /// Tracks each subscription to `source`, first with an initial value, then with the provider's value for
  /// each element.
  @inlinable public func trackActivity<Source: Publisher>(
    of source: Source, initialAssociatedValue: Value?, untilFirstElement: Bool = false,
    associatedValueProvider: @escaping @Sendable (Source.Output) -> Value?
  ) -> TrackedActivity<Source, Value> {
    tracked(source, initialAssociatedValue, associatedValueProvider, untilFirstElement)
  }

  @inlinable func tracked<Source: Publisher>(
    _ source: Source, _ initial: Value?, _ provider: (@Sendable (Source.Output) -> Value?)?,
    _ untilFirstElement: Bool
  ) -> TrackedActivity<Source, Value> {
    TrackedActivity(
      upstream: source,
      tracking: ActivityTracking(
        store, initial: initial, provider: provider, endsWithFirstElement: untilFirstElement))
  }
}

extension Publisher {
  /// Tracks each subscription in `indicator` with the default value.
  @inlinable public func trackActivity<Value>(
    in indicator: ActivityIndicator<Value>, untilFirstElement: Bool = false
  ) -> TrackedActivity<Self, Value> {
    indicator.trackActivity(of: self, untilFirstElement: untilFirstElement)
  }

  /// Tracks each subscription in `indicator` with its own value; nil is not replaced by the default.
  @inlinable public func trackActivity<Value>(
    in indicator: ActivityIndicator<Value>, associatedValue: Value?, untilFirstElement: Bool = false
  ) -> TrackedActivity<Self, Value> {
    indicator.trackActivity(
      of: self, associatedValue: associatedValue, untilFirstElement: untilFirstElement)
  }

  /// Tracks each subscription in `indicator`, first with the default value, then with the provider's value
  /// for each element.
  @inlinable public func trackActivity<Value>(
    in indicator: ActivityIndicator<Value>, untilFirstElement: Bool = false,
    associatedValueProvider: @escaping @Sendable (Output) -> Value?
  ) -> TrackedActivity<Self, Value> {
    indicator.trackActivity(
      of: self, untilFirstElement: untilFirstElement, associatedValueProvider: associatedValueProvider)
  }

  /// Tracks each subscription in `indicator`, first with an initial value, then with the provider's value for
  /// each element.
  @inlinable public func trackActivity<Value>(
    in indicator: ActivityIndicator<Value>, initialAssociatedValue: Value?, untilFirstElement: Bool = false,
    associatedValueProvider: @escaping @Sendable (Output) -> Value?
  ) -> TrackedActivity<Self, Value> {
    indicator.trackActivity(
      of: self, initialAssociatedValue: initialAssociatedValue, untilFirstElement: untilFirstElement,
      associatedValueProvider: associatedValueProvider)
  }
}
