/// An async sequence whose iterators are activities of an indicator; made by the `trackActivity` operators.
///
/// An activity begins when an iterator is made, after the base made its own, and ends with the iteration: at its end, at
/// an error, or when the iterator is dropped.
public struct TrackedActivitySequence<Base: AsyncSequence, Value: Sendable>: AsyncSequence {
  public typealias Element = Base.Element
  public typealias Failure = Base.Failure

  let base: Base
  let indicator: ActivityIndicator<Value>
  let tracking: SequenceTracking<Base.Element, Value>

  public func makeAsyncIterator() -> Iterator {
    let iterator = base.makeAsyncIterator()
    return Iterator(
      base: iterator, activity: indicator.begin(associatedValue: tracking.initial), tracking: tracking)
  }

  public struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let activity: Activity<Value>
    let tracking: SequenceTracking<Base.Element, Value>

    public mutating func next() async throws(Base.Failure) -> Base.Element? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      do {
        let element = try await base.next(isolation: actor)
        show(element)
        return element
      } catch {
        activity.end()
        throw error
      }
    }

    private func show(_ element: Base.Element?) {
      guard let element, !tracking.endsWithFirstElement else { return activity.end() }
      if let provider = tracking.provider { activity.update(provider(element)) }
    }
  }
}

extension TrackedActivitySequence: Sendable where Base: Sendable {}

extension AsyncSequence {
  /// Tracks each iteration in `indicator` with the default value.
  public func trackActivity<Value>(
    in indicator: ActivityIndicator<Value>, untilFirstElement: Bool = false
  ) -> TrackedActivitySequence<Self, Value> {
    tracked(indicator, indicator.defaultAssociatedValue, nil, untilFirstElement)
  }

  /// Tracks each iteration in `indicator` with a value of its own; nil is nil, not the default.
  public func trackActivity<Value>(
    in indicator: ActivityIndicator<Value>, associatedValue: Value?, untilFirstElement: Bool = false
  ) -> TrackedActivitySequence<Self, Value> {
    tracked(indicator, associatedValue, nil, untilFirstElement)
  }

  /// Tracks each iteration in `indicator`, first with the default value, then with what the provider makes of each
  /// element.
  public func trackActivity<Value>(
    in indicator: ActivityIndicator<Value>, untilFirstElement: Bool = false,
    associatedValueProvider: @escaping @Sendable (Element) -> Value?
  ) -> TrackedActivitySequence<Self, Value> {
    tracked(indicator, indicator.defaultAssociatedValue, associatedValueProvider, untilFirstElement)
  }

  /// Tracks each iteration in `indicator`, first with an initial value, then with what the provider makes of each
  /// element.
  public func trackActivity<Value>(
    in indicator: ActivityIndicator<Value>, initialAssociatedValue: Value?, untilFirstElement: Bool = false,
    associatedValueProvider: @escaping @Sendable (Element) -> Value?
  ) -> TrackedActivitySequence<Self, Value> {
    tracked(indicator, initialAssociatedValue, associatedValueProvider, untilFirstElement)
  }

  private func tracked<Value>(
    _ indicator: ActivityIndicator<Value>, _ initial: Value?,
    _ provider: (@Sendable (Element) -> Value?)?, _ untilFirstElement: Bool
  ) -> TrackedActivitySequence<Self, Value> {
    TrackedActivitySequence(
      base: self, indicator: indicator,
      tracking: SequenceTracking(
        initial: initial, provider: provider, endsWithFirstElement: untilFirstElement))
  }
}

/// What is shown for a tracked sequence, and how long.
struct SequenceTracking<Element, Value: Sendable>: Sendable {
  let initial: Value?
  /// The value after each element; nil leaves the first one.
  let provider: (@Sendable (Element) -> Value?)?
  /// True for sequences that never end: the activity is over with the first element.
  let endsWithFirstElement: Bool
}
