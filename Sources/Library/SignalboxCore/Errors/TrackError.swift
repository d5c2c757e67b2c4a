extension Publisher {
  /// Reports a failure to `tracker`. An element clears the errors that this application has reported.
  ///
  /// The tracker changes before downstream receives the element or the failure. Completion clears nothing.
  public func trackError(
    _ tracker: ErrorTracker, resetTime: Duration? = nil, priority: ErrorPriority = .normal,
    source: ErrorSource? = nil
  ) -> TrackedError<Self> {
    TrackedError(upstream: self, origin: tracker.origin(resetTime, priority, source))
  }
}

extension AsyncSequence {
  /// Reports an error to `tracker`. An element clears the errors that this application has reported.
  ///
  /// An error that is thrown while the task is cancelled is not reported.
  public func trackError(
    _ tracker: ErrorTracker, resetTime: Duration? = nil, priority: ErrorPriority = .normal,
    source: ErrorSource? = nil
  ) -> TrackedErrorSequence<Self> {
    TrackedErrorSequence(base: self, origin: tracker.origin(resetTime, priority, source))
  }
}

/// A publisher that reports its failure to an error tracker. The `trackError` operator returns it.
///
/// ```swift
/// let tracker = ErrorTracker()
/// let request = Fail<Int, Offline>(error: Offline())
///   .trackError(tracker, resetTime: .seconds(5), priority: .high)
///   .sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
/// print(tracker.current.data is Offline)  // prints true
/// ```
public struct TrackedError<Upstream: Publisher>: Publisher {
  /// The elements of the tracked publisher.
  public typealias Output = Upstream.Output
  /// The failure of the tracked publisher.
  public typealias Failure = Upstream.Failure

  let upstream: Upstream
  let origin: ErrorOrigin

  /// Subscribes to the tracked publisher. Combine's operators call this.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(ErrorSubscriber(downstream: subscriber, origin: origin))
  }
}

extension TrackedError: Sendable where Upstream: Sendable {}

private struct ErrorSubscriber<Downstream: Subscriber>: Subscriber {
  let downstream: Downstream
  let origin: ErrorOrigin

  var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    origin.succeeded()
    return downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if case .failure(let error) = completion { origin.failed(error) }
    downstream.receive(completion: completion)
  }
}

/// An async sequence that reports its error to an error tracker. The `trackError` operator returns it.
///
/// ```swift
/// let tracker = ErrorTracker()
/// for await page in pages.trackError(tracker, source: "pages") {
///   print(page)  // prints 1, 2
/// }
/// ```
public struct TrackedErrorSequence<Base: AsyncSequence>: AsyncSequence {
  /// The elements of the tracked sequence.
  public typealias Element = Base.Element
  /// The error of the tracked sequence.
  public typealias Failure = Base.Failure

  let base: Base
  let origin: ErrorOrigin

  /// Starts an iteration of the tracked sequence.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), origin: origin)
  }

  /// One iteration of a tracked sequence.
  public struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let origin: ErrorOrigin

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
        if element != nil { origin.succeeded() }
        return element
      } catch {
        if !Task.isCancelled { origin.failed(error) }
        throw error
      }
    }
  }
}

extension TrackedErrorSequence: Sendable where Base: Sendable {}
