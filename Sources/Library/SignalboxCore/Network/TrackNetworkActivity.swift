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
private final class RequestSubscription<Downstream: Subscriber>: Subscriber, Subscription, Sendable {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private struct State {
    var downstream: Downstream?
    var upstream: (any Subscription)?
  }

  private let request: NetworkRequest
  private let state: Locked<State>

  init(_ downstream: Downstream, request: NetworkRequest) {
    self.request = request
    state = Locked(State(downstream: downstream))
  }

  func receive(subscription: any Subscription) {
    let downstream = state.withLock {
      $0.upstream = subscription
      return $0.downstream
    }
    downstream?.receive(subscription: self)
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    state.withLock { $0.downstream }?.receive(input) ?? .none
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    let ended = end()
    ended.downstream?.receive(completion: completion)
    request.end()
    withExtendedLifetime(ended) {}
  }

  func request(_ demand: Subscribers.Demand) { state.withLock { $0.upstream }?.request(demand) }

  func cancel() {
    let ended = end()
    ended.upstream?.cancel()
    request.end()
    withExtendedLifetime(ended) {}
  }

  /// Removes both ends. The caller releases them without locks.
  private func end() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}
