internal import Synchronization

/// A publisher whose subscriptions are activities of an indicator. The `trackActivity` operators return it.
///
/// Each subscription is a separate activity. Downstream receives an element before the activity's value
/// changes, and the completion before the activity ends, so that the indicator does not blink between
/// consecutive operations. The subscription retains the indicator's state.
///
/// ```swift
/// let indicator = ActivityIndicator<String>()
/// indicator.state.observe(owner: self) { print($0.associatedValue ?? "idle") }
/// let pages = [1, 2].publisher
///   .trackActivity(in: indicator, initialAssociatedValue: "Opening") { "Page \($0)" }
///   .sink { print($0) }  // prints Opening, 1, Page 1, 2, Page 2, idle
/// ```
public struct TrackedActivity<Upstream: Publisher, Value: Sendable>: Publisher {
  /// The elements of the tracked publisher.
  public typealias Output = Upstream.Output
  /// The failure of the tracked publisher.
  public typealias Failure = Upstream.Failure

  let upstream: Upstream
  let tracking: ActivityTracking<Upstream.Output, Value>

  @usableFromInline init(upstream: Upstream, tracking: ActivityTracking<Upstream.Output, Value>) {
    self.upstream = upstream
    self.tracking = tracking
  }

  /// Subscribes to the tracked publisher. Combine's operators call this. The activity begins when the
  /// subscription has returned, or with the first event if that comes earlier.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    _ = subscribe(directly: subscriber)
  }

  /// Subscribes, and returns the subscription.
  func subscribe<S: Subscriber>(directly subscriber: S) -> TrackedSubscription<S, Value>
  where S.Input == Output, S.Failure == Failure {
    let subscription = TrackedSubscription(subscriber, tracking: tracking)
    OpenSubscriptions.open(subscription) { upstream.subscribe(subscription) }
    return subscription
  }
}

extension TrackedActivity: Sendable where Upstream: Sendable {}

/// The parameters of one application of a tracking operator.
///
/// Combine calls operators through unspecialized generic code. The code that depends on the type of the value
/// is therefore in closures, which are created where the operator is applied and the types are known.
@usableFromInline final class ActivityTracking<Element, Value: Sendable>: Sendable {
  @usableFromInline let store: ActivityStore<Value>
  @usableFromInline let initial: Value?
  /// Whether the activity ends with the first element, for streams that never end.
  @usableFromInline let endsWithFirstElement: Bool
  /// Begins an activity and returns its identifier, or ends the activity with an identifier. It is passed
  /// this object, so that it has no context of its own.
  @usableFromInline let turn: @Sendable (ActivityTracking, _ ending: UInt64?) -> UInt64
  /// Shows the provider's value for an element; nil keeps the first value.
  @usableFromInline let show: (@Sendable (UInt64, Element) -> Void)?

  @inlinable init(
    _ store: ActivityStore<Value>, initial: Value?, provider: (@Sendable (Element) -> Value?)?,
    endsWithFirstElement: Bool
  ) {
    self.store = store
    self.initial = initial
    self.endsWithFirstElement = endsWithFirstElement
    turn = { tracking, id in
      guard let id else { return tracking.store.begin(tracking.initial) }
      tracking.store.end(id)
      return id
    }
    if let provider {
      show = { id, element in store.update(id, provider(element)) }
    } else {
      show = nil
    }
  }
}

/// A subscription to a tracked publisher, and its activity.
///
/// Its type depends on the subscriber, so its code is not specialized. It therefore uses a plain lock: with
/// closures under the lock, each access would look up types at run time.
///
/// `@unchecked Sendable`: `lock` guards `upstream`, and the other properties are atomics or constants.
final class TrackedSubscription<Downstream: Subscriber, Value: Sendable>: Subscriber, Subscription,
  ActivityRegistering, @unchecked Sendable
{
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private static var unregistered: UInt64 { 0 }
  private static var ended: UInt64 { .max }

  private let tracking: ActivityTracking<Input, Value>
  /// The activity's identifier, `unregistered` or `ended`.
  private let activity = Atomic<UInt64>(0)
  private let isOver = Atomic(false)
  private let lock = Lock()
  @exclusivity(unchecked) private var upstream: (any Subscription)?
  let downstream: Downstream

  init(_ downstream: Downstream, tracking: ActivityTracking<Input, Value>) {
    self.downstream = downstream
    self.tracking = tracking
  }

  deinit { endActivity() }

  // MARK: Activity

  func register() {
    guard activity.load(ordering: .acquiring) == Self.unregistered else { return }
    // The thread that subscribes and the one that delivers the first event can both come here. Then one
    // activity is ended.
    let id = tracking.turn(tracking, nil)
    let (isFirst, _) = activity.compareExchange(
      expected: Self.unregistered, desired: id, ordering: .acquiringAndReleasing)
    if !isFirst { _ = tracking.turn(tracking, id) }
  }

  private func endActivity() {
    let id = activity.exchange(Self.ended, ordering: .acquiringAndReleasing)
    if id != Self.unregistered, id != Self.ended { _ = tracking.turn(tracking, id) }
  }

  // MARK: Subscriber

  func receive(subscription: any Subscription) {
    lock.lock()
    upstream = subscription
    lock.unlock()
    // A publisher can subscribe later, on another thread. A sink can have been cancelled before that.
    if isOver.load(ordering: .acquiring) { return cancel() }
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
    lock.lock()
    let upstream = upstream
    lock.unlock()
    upstream?.request(demand)
  }

  func cancel() {
    isOver.store(true, ordering: .releasing)
    takeUpstream()?.cancel()
    endActivity()
  }

  private func takeUpstream() -> (any Subscription)? {
    lock.lock()
    let taken = upstream
    upstream = nil
    lock.unlock()
    return taken
  }
}
