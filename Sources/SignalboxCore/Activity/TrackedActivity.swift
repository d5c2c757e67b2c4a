internal import Synchronization

/// A publisher whose subscriptions are activities of an indicator; made by the `trackActivity` operators.
///
/// Each subscription is an activity of its own. Downstream hears an element before the activity's value changes, and
/// the completion before the activity ends, so that operations in a row do not blink. The subscription holds the
/// indicator's state.
public struct TrackedActivity<Upstream: Publisher, Value: Sendable>: Publisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  let upstream: Upstream
  let tracking: ActivityTracking<Upstream.Output, Value>

  @usableFromInline init(upstream: Upstream, tracking: ActivityTracking<Upstream.Output, Value>) {
    self.upstream = upstream
    self.tracking = tracking
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subscription = TrackedSubscription(subscriber, tracking: tracking)
    OpenSubscriptions.open(subscription) { upstream.subscribe(subscription) }
  }
}

extension TrackedActivity: Sendable where Upstream: Sendable {}

/// What one application of a tracking operator knows.
///
/// Operators run unspecialised below Combine. What depends on the type of the value is therefore in closures, made where
/// the operator is applied and the types are known.
@usableFromInline final class ActivityTracking<Element, Value: Sendable>: Sendable {
  /// Begins an activity and returns its number, or ends the one with a number.
  @usableFromInline let turn: @Sendable (_ ending: UInt64?) -> UInt64
  /// Shows what an element means; nil leaves the first value.
  @usableFromInline let show: (@Sendable (UInt64, Element) -> Void)?
  /// True for streams that never end: the activity is over with the first element.
  @usableFromInline let endsWithFirstElement: Bool

  @inlinable init(
    _ store: ActivityStore<Value>, initial: Value?, provider: (@Sendable (Element) -> Value?)?,
    endsWithFirstElement: Bool
  ) {
    turn = { id in
      guard let id else { return store.begin(initial) }
      store.end(id)
      return id
    }
    if let provider {
      show = { id, element in store.update(id, provider(element)) }
    } else {
      show = nil
    }
    self.endsWithFirstElement = endsWithFirstElement
  }
}

/// A subscription to a tracked publisher, and its activity.
private final class TrackedSubscription<Downstream: Subscriber, Value: Sendable>: Subscriber, Subscription,
  ActivityRegistering, @unchecked Sendable
{
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private static var unregistered: UInt64 { 0 }
  private static var ended: UInt64 { .max }

  private let tracking: ActivityTracking<Input, Value>
  /// The activity's number, or that there is none yet or no more.
  private let activity = Atomic<UInt64>(0)
  private let isOver = Atomic(false)
  private let lock = Lock()
  private var upstream: (any Subscription)?
  private let downstream: Downstream

  init(_ downstream: Downstream, tracking: ActivityTracking<Input, Value>) {
    self.downstream = downstream
    self.tracking = tracking
  }

  deinit { endActivity() }

  // MARK: Activity

  func register() {
    guard activity.load(ordering: .acquiring) == Self.unregistered else { return }
    // Only the thread that subscribes, or the one that delivers the first event, comes here; if both do, one is too many.
    let id = tracking.turn(nil)
    let (isFirst, _) = activity.compareExchange(
      expected: Self.unregistered, desired: id, ordering: .acquiringAndReleasing)
    if !isFirst { _ = tracking.turn(id) }
  }

  private func endActivity() {
    let id = activity.exchange(Self.ended, ordering: .acquiringAndReleasing)
    if id != Self.unregistered, id != Self.ended { _ = tracking.turn(id) }
  }

  // MARK: Subscriber

  func receive(subscription: any Subscription) {
    lock.withLock { upstream = subscription }
    downstream.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    if isOver.load(ordering: .acquiring) { return .none }
    var id = activity.load(ordering: .acquiring)
    if id == Self.unregistered {
      OpenSubscriptions.registerAll(with: self)
      id = activity.load(ordering: .acquiring)
    }
    let demand = downstream.receive(input)
    if tracking.endsWithFirstElement {
      endActivity()
    } else if let show = tracking.show, id != Self.ended {
      show(id, input)
    }
    return demand
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if isOver.exchange(true, ordering: .acquiringAndReleasing) { return }
    OpenSubscriptions.registerAll(with: self)
    downstream.receive(completion: completion)
    endActivity()
    _ = takeUpstream()
  }

  // MARK: Subscription

  func request(_ demand: Subscribers.Demand) {
    lock.withLock { upstream }?.request(demand)
  }

  func cancel() {
    isOver.store(true, ordering: .releasing)
    takeUpstream()?.cancel()
    endActivity()
  }

  private func takeUpstream() -> (any Subscription)? {
    lock.withLock {
      defer { upstream = nil }
      return upstream
    }
  }
}
