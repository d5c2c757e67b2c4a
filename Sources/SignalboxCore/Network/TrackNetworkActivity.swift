extension Publisher {
  /// Counts each subscription as a request of `indicator`, until it ends.
  public func trackNetworkActivity(
    in indicator: NetworkActivityIndicator = .shared
  ) -> TrackedNetworkActivity<Self> {
    TrackedNetworkActivity(upstream: self, indicator: indicator)
  }
}

/// A publisher whose subscriptions are network requests. The `trackNetworkActivity` operator returns it.
///
/// ```swift
/// let network = NetworkActivityIndicator()
/// network.activeRequestCount.observe(owner: self) { print($0) }
/// let request = Just("page").trackNetworkActivity(in: network).sink { print($0) }  // prints 1, page, 0
/// ```
public struct TrackedNetworkActivity<Upstream: Publisher>: Publisher {
  /// The elements of the tracked publisher.
  public typealias Output = Upstream.Output
  /// The failure of the tracked publisher.
  public typealias Failure = Upstream.Failure

  let upstream: Upstream
  let indicator: NetworkActivityIndicator

  /// Begins a request and subscribes to the tracked publisher. Combine's operators call this.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(RequestSubscription(subscriber, request: indicator.begin()))
  }
}

extension TrackedNetworkActivity: Sendable where Upstream: Sendable {}

/// A subscription to a tracked publisher, and its request.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties.
private final class RequestSubscription<Downstream: Subscriber>: Subscriber, Subscription, @unchecked Sendable
{
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private var downstream: Downstream?
  private let request: NetworkRequest
  private let lock = Lock()
  private var upstream: (any Subscription)?

  init(_ downstream: Downstream, request: NetworkRequest) {
    self.downstream = downstream
    self.request = request
  }

  func receive(subscription: any Subscription) {
    let downstream = lock.withLock {
      upstream = subscription
      return self.downstream
    }
    downstream?.receive(subscription: self)
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    lock.withLock({ downstream })?.receive(input) ?? .none
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    let (downstream, upstream) = takeEnds()
    downstream?.receive(completion: completion)
    request.end()
    withExtendedLifetime(upstream) {}
  }

  func request(_ demand: Subscribers.Demand) { lock.withLock({ upstream })?.request(demand) }

  func cancel() {
    let (downstream, upstream) = takeEnds()
    upstream?.cancel()
    request.end()
    withExtendedLifetime(downstream) {}
  }

  private func takeEnds() -> (Downstream?, (any Subscription)?) {
    lock.withLock {
      defer { (downstream, upstream) = (nil, nil) }
      return (downstream, upstream)
    }
  }
}
