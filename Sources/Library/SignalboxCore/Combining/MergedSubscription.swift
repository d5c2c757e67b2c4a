#if !canImport(Combine)
internal import DequeModule

/// The subscription of one subscriber to several publishers, which may deliver on different threads at the
/// same time: it delivers to the subscriber one value at a time, and holds no lock then.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties. Values of a publisher are not `Sendable` for
/// the compiler; each is used by one thread at a time.
final class MergedSubscription<Downstream: Subscriber>: Subscription, @unchecked Sendable {
  typealias Completion = Subscribers.Completion<Downstream.Failure>

  /// How values that come from several publishers share the subscriber's demand.
  enum Backlog {
    /// The demand is passed on to each publisher, and every value waits until it is delivered.
    case everyValue
    /// Nothing limits the publishers. Without demand, only the latest value waits.
    case latestValue
  }

  private let lock = Lock()
  private let backlog: Backlog
  private var downstream: Downstream?
  private var upstreams: [(any Subscription)?]
  private var demand = Subscribers.Demand.none
  /// The demand that was passed on to each publisher.
  private var requested = Subscribers.Demand.none
  private var waiting: Deque<Downstream.Input> = []
  private var openCount: Int
  private var completion: Completion?
  private var isBusy = true

  init(_ downstream: Downstream, sourceCount: Int, backlog: Backlog) {
    self.downstream = downstream
    self.backlog = backlog
    upstreams = Array(repeating: nil, count: sourceCount)
    openCount = sourceCount
  }

  /// Delivers the subscription, and then subscribes to the publishers.
  func start(_ subscribe: () -> Void) {
    downstream?.receive(subscription: self)
    lock.withLock {
      isBusy = false
      if openCount == 0 { completion = .finished }
    }
    subscribe()
    drainIfIdle()
  }

  // MARK: Upstream

  /// A publisher has accepted the subscription.
  func take(_ subscription: any Subscription, of index: Int) {
    let request = lock.withLock { () -> Subscribers.Demand? in
      guard downstream != nil, completion == nil else { return nil }
      upstreams[index] = subscription
      return backlog == .latestValue ? .unlimited : requested
    }
    guard let request else { return subscription.cancel() }
    if request > .none { subscription.request(request) }
  }

  /// A publisher has delivered a value.
  /// - Parameter combine: Returns what to deliver, if anything, and what to release. Called with the lock
  ///   held: it must run no code of a user.
  func receive(_ combine: () -> (value: Downstream.Input?, garbage: Any?)) {
    var superseded: Deque<Downstream.Input> = []
    let garbage = lock.withLock { () -> Any? in
      let (value, garbage) = combine()
      guard let value, downstream != nil, completion == nil else { return (value, garbage) }
      if backlog == .latestValue, demand == .none { swap(&superseded, &waiting) }
      waiting.append(value)
      return garbage
    }
    drainIfIdle()
    withExtendedLifetime((superseded, garbage)) {}
  }

  /// A publisher has ended.
  /// - Parameter endsAll: Whether no value can come without that publisher. Called with the lock held.
  func end(_ end: Completion, of index: Int, endsAll: () -> Bool = { false }) {
    let others = lock.withLock { () -> [any Subscription] in
      upstreams[index] = nil
      openCount -= 1
      guard completion == nil else { return [] }
      if case .finished = end, openCount > 0, !endsAll() { return [] }
      completion = end
      return takeUpstreams()
    }
    for other in others { other.cancel() }
    drainIfIdle()
  }

  // MARK: Downstream

  func request(_ demand: Subscribers.Demand) {
    let upstreams = lock.withLock {
      self.demand += demand
      return passedOn(demand)
    }
    for upstream in upstreams { upstream.request(demand) }
    drainIfIdle()
  }

  func cancel() {
    let (upstreams, garbage) = lock.withLock { (takeUpstreams(), takeEverything()) }
    for upstream in upstreams { upstream.cancel() }
    withExtendedLifetime(garbage) {}
  }

  private func passedOn(_ demand: Subscribers.Demand) -> [any Subscription] {
    guard backlog == .everyValue, demand > .none else { return [] }
    requested += demand
    return upstreams.compactMap(\.self)
  }

  private func drainIfIdle() {
    let isMine = lock.withLock {
      defer { isBusy = true }
      return !isBusy
    }
    if isMine { drain() }
  }

  /// Delivers the waiting values as far as the demand allows, and then the end. The caller has set `isBusy`.
  private func drain() {
    while true {
      lock.lock()
      if let downstream, !waiting.isEmpty, demand > .none {
        demand -= 1
        let value = waiting.removeFirst()
        lock.unlock()
        let more = downstream.receive(value)
        let upstreams = lock.withLock {
          demand += more
          return passedOn(more)
        }
        for upstream in upstreams { upstream.request(more) }
      } else if let downstream, let completion, waiting.isEmpty || completion.isFailure {
        let garbage = takeEverything()
        lock.unlock()
        downstream.receive(completion: completion)
        return withExtendedLifetime(garbage) {}
      } else {
        isBusy = false
        return lock.unlock()
      }
    }
  }

  private func takeUpstreams() -> [any Subscription] {
    defer { for index in upstreams.indices { upstreams[index] = nil } }
    return upstreams.compactMap(\.self)
  }

  private func takeEverything() -> (Downstream?, Deque<Downstream.Input>) {
    defer { (downstream, waiting) = (nil, []) }
    return (downstream, waiting)
  }
}

extension Subscribers.Completion {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}

extension MergedSubscription {
  /// Subscribes to a publisher whose values are delivered as they come.
  func pass<Source: Publisher>(_ source: Source, _ index: Int)
  where Source.Output == Downstream.Input, Source.Failure == Downstream.Failure {
    source.subscribe(ConfluenceSubscriber(self, index) { ($0, nil) })
  }

  /// Subscribes to a publisher whose latest value is delivered together with those of the others.
  /// - Parameters:
  ///   - latest: Stores the latest value.
  ///   - all: Returns the latest values of all publishers; nil until each has one. Called with the lock held.
  func combine<Source: Publisher>(
    _ source: Source, _ index: Int, _ latest: LatestValue<Source.Output>,
    _ all: @escaping () -> Downstream.Input?
  ) where Source.Failure == Downstream.Failure {
    source.subscribe(
      ConfluenceSubscriber(
        self, index,
        { value in
          let old = latest.value
          latest.value = value
          return (all(), old)
        }, endsAll: { latest.value == nil }))
  }
}

/// The latest value of one publisher. Used under the lock of its confluence.
final class LatestValue<Value> {
  var value: Value?
}

/// Passes what one publisher sends to a ``MergedSubscription``.
///
/// `@unchecked Sendable`: its properties are constants; Combine calls it one event at a time.
final class ConfluenceSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  private let onSubscription: (any Subscription) -> Void
  private let onValue: (Input) -> Void
  private let onEnd: (Subscribers.Completion<Failure>) -> Void

  init<Downstream>(
    _ confluence: MergedSubscription<Downstream>, _ index: Int,
    _ combine: @escaping (Input) -> (value: Downstream.Input?, garbage: Any?),
    endsAll: @escaping () -> Bool = { false }
  ) where Downstream.Failure == Failure {
    onSubscription = { confluence.take($0, of: index) }
    onValue = { value in confluence.receive { combine(value) } }
    onEnd = { confluence.end($0, of: index, endsAll: endsAll) }
  }

  func receive(subscription: any Subscription) { onSubscription(subscription) }

  func receive(_ input: Input) -> Subscribers.Demand {
    onValue(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) { onEnd(completion) }
}
#endif
