/// A publisher whose subscriptions are activities of an indicator; made by the `trackActivity` operators.
///
/// Each subscription is an activity of its own. Downstream hears an element before the activity's value changes, and
/// the completion before the activity ends, so that operations in a row do not blink. The subscription holds the
/// indicator's state.
public struct TrackedActivity<Upstream: Publisher, Value: Sendable>: Publisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  let upstream: Upstream
  let indicator: ActivityIndicator<Value>
  let tracking: ActivityTracking<Upstream.Output, Value>

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subscription = TrackedSubscription(subscriber, store: indicator.store, tracking: tracking)
    OpenSubscriptions.open(subscription) { upstream.subscribe(subscription) }
  }
}

extension TrackedActivity: Sendable where Upstream: Sendable {}

/// What is shown for a tracked source, and how long.
struct ActivityTracking<Element, Value: Sendable>: Sendable {
  let initial: Value?
  /// The value after each element; nil leaves the first one.
  let provider: (@Sendable (Element) -> Value?)?
  /// True for streams that never end: the activity is over with the first element.
  let endsWithFirstElement: Bool
}

private final class TrackedSubscription<Downstream: Subscriber, Value: Sendable>: Subscriber, Subscription,
  ActivityRegistering, @unchecked Sendable
{
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private enum Phase {
    case unregistered
    case running(UInt64)
    case ended
  }

  private let lock = Lock()
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private var phase = Phase.unregistered
  private let store: ActivityStore<Value>
  private let tracking: ActivityTracking<Input, Value>

  init(_ downstream: Downstream, store: ActivityStore<Value>, tracking: ActivityTracking<Input, Value>) {
    self.downstream = downstream
    self.store = store
    self.tracking = tracking
  }

  deinit {
    if case .running(let id) = phase { store.end(id) }
  }

  // MARK: Activity

  func register() {
    lock.lock()
    guard case .unregistered = phase else { return lock.unlock() }
    lock.unlock()
    // Only the thread that subscribes, or the one that delivers the first event, comes here; if both do, one is too many.
    let id = store.begin(tracking.initial)
    let isSuperfluous = lock.withLock {
      guard case .unregistered = phase else { return true }
      phase = .running(id)
      return false
    }
    if isSuperfluous { store.end(id) }
  }

  private func endActivity() {
    lock.lock()
    let old = phase
    phase = .ended
    lock.unlock()
    if case .running(let id) = old { store.end(id) }
  }

  private func show(_ element: Input) {
    if tracking.endsWithFirstElement { return endActivity() }
    guard let provider = tracking.provider else { return }
    lock.lock()
    let current = phase
    lock.unlock()
    if case .running(let id) = current { store.update(id, provider(element)) }
  }

  // MARK: Subscriber

  func receive(subscription: any Subscription) {
    let downstream = lock.withLock {
      upstream = subscription
      return self.downstream
    }
    downstream?.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard let downstream = lock.withLock({ downstream }) else { return .none }
    OpenSubscriptions.registerAll(with: self)
    let demand = downstream.receive(input)
    show(input)
    return demand
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    OpenSubscriptions.registerAll(with: self)
    let (downstream, upstream) = takeEnds()
    downstream?.receive(completion: completion)
    endActivity()
    withExtendedLifetime(upstream) {}
  }

  // MARK: Subscription

  func request(_ demand: Subscribers.Demand) {
    lock.withLock { upstream }?.request(demand)
  }

  func cancel() {
    let (downstream, upstream) = takeEnds()
    upstream?.cancel()
    endActivity()
    withExtendedLifetime(downstream) {}
  }

  private func takeEnds() -> (Downstream?, (any Subscription)?) {
    lock.withLock {
      defer { (downstream, upstream) = (nil, nil) }
      return (downstream, upstream)
    }
  }
}
