extension Publisher {
  /// Reports a failure to `tracker`, and clears what this application reported when an element comes.
  ///
  /// The tracker hears of either before downstream does. Completion alone clears nothing.
  public func trackError(
    _ tracker: ErrorTracker, resetTime: Duration? = nil, priority: ErrorPriority = .normal,
    source: ErrorSource? = nil
  ) -> TrackedError<Self> {
    TrackedError(upstream: self, origin: tracker.origin(resetTime, priority, source))
  }
}

extension AsyncSequence {
  /// Reports an error to `tracker`, and clears what this application reported when an element comes.
  public func trackError(
    _ tracker: ErrorTracker, resetTime: Duration? = nil, priority: ErrorPriority = .normal,
    source: ErrorSource? = nil
  ) -> TrackedErrorSequence<Self> {
    TrackedErrorSequence(base: self, origin: tracker.origin(resetTime, priority, source))
  }
}

/// A publisher that reports its failure to an error tracker; made by `trackError`.
public struct TrackedError<Upstream: Publisher>: Publisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  let upstream: Upstream
  let origin: ErrorOrigin

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

/// An async sequence that reports its error to an error tracker; made by `trackError`.
public struct TrackedErrorSequence<Base: AsyncSequence>: AsyncSequence {
  public typealias Element = Base.Element
  public typealias Failure = Base.Failure

  let base: Base
  let origin: ErrorOrigin

  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), origin: origin)
  }

  public struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let origin: ErrorOrigin

    public mutating func next() async throws(Base.Failure) -> Base.Element? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      do {
        let element = try await base.next(isolation: actor)
        if element != nil { origin.succeeded() }
        return element
      } catch {
        origin.failed(error)
        throw error
      }
    }
  }
}

extension TrackedErrorSequence: Sendable where Base: Sendable {}
