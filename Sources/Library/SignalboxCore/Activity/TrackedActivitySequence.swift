/// An async sequence whose iterators are activities of an indicator. The `trackActivity` operators return it.
///
/// An activity begins when an iterator is created, after the tracked sequence has created its own, and ends
/// with the iteration: at its end, with an error, or when the iterator is released.
///
/// The value for an element is shown just before the consumer receives the element, and the activity ends
/// just before the consumer receives the end, because an iterator is not called later. With publishers the
/// order is the opposite.
///
/// ```swift
/// let indicator = ActivityIndicator<String>()
/// indicator.state.observe(owner: self) { print($0.associatedValue ?? "idle") }
/// for await page in pages.trackActivity(in: indicator, associatedValue: "Reading") {
///   print(page)  // prints Reading, 1, 2, idle
/// }
/// ```
public struct TrackedActivitySequence<Base: AsyncSequence, Value: Sendable>: AsyncSequence {
  /// The elements of the tracked sequence.
  public typealias Element = Base.Element
  /// The error of the tracked sequence.
  public typealias Failure = Base.Failure

  let base: Base
  let indicator: ActivityIndicator<Value>
  let tracking: SequenceTracking<Base.Element, Value>

  /// Begins an activity, after the tracked sequence has created its iterator.
  public func makeAsyncIterator() -> Iterator {
    let iterator = base.makeAsyncIterator()
    return Iterator(
      base: iterator, activity: indicator.begin(associatedValue: tracking.initial), tracking: tracking)
  }

  /// One iteration of a tracked sequence.
  public struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let activity: Activity<Value>
    let tracking: SequenceTracking<Base.Element, Value>

    /// The next element; nil at the end. Throws the error of the tracked sequence.
    public mutating func next() async throws(Base.Failure) -> Base.Element? {
      try await next(isolation: nil)
    }

    /// The next element, on the caller's actor; nil at the end.
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

  /// Tracks each iteration in `indicator` with its own value; nil is not replaced by the default.
  public func trackActivity<Value>(
    in indicator: ActivityIndicator<Value>, associatedValue: Value?, untilFirstElement: Bool = false
  ) -> TrackedActivitySequence<Self, Value> {
    tracked(indicator, associatedValue, nil, untilFirstElement)
  }

  /// Tracks each iteration in `indicator`, first with the default value, then with the provider's value for
  /// each element.
  public func trackActivity<Value>(
    in indicator: ActivityIndicator<Value>, untilFirstElement: Bool = false,
    associatedValueProvider: @escaping @Sendable (Element) -> Value?
  ) -> TrackedActivitySequence<Self, Value> {
    tracked(indicator, indicator.defaultAssociatedValue, associatedValueProvider, untilFirstElement)
  }

  /// Tracks each iteration in `indicator`, first with an initial value, then with the provider's value for
  /// each element.
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

/// The parameters of one application of a tracking operator to a sequence.
struct SequenceTracking<Element, Value: Sendable>: Sendable {
  let initial: Value?
  /// The value for each element; nil keeps the first value.
  let provider: (@Sendable (Element) -> Value?)?
  /// Whether the activity ends with the first element, for sequences that never end.
  let endsWithFirstElement: Bool
}
