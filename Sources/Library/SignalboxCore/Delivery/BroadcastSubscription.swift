internal import DequeModule

/// A Combine subscription to a broadcast.
///
/// It delivers in its own order, so that the first value can be delivered at once even while the broadcast
/// delivers on another thread. Values that arrive without demand are conflated to the latest one.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties.
final class BroadcastSubscription<Downstream: Subscriber>: Recipient<Downstream.Input>, Subscription,
  @unchecked Sendable
where Downstream.Input: Sendable, Downstream.Failure == Never {
  private let lock = Lock()
  private var downstream: Downstream?
  private var demand = Subscribers.Demand.none
  private var waiting: Deque<Downstream.Input> = []
  private var isBusy = true
  /// False until the subscriber has received the subscription and can request values. Nothing is conflated
  /// before that.
  private var hasStarted = false
  private var isFinished = false
  private let broadcast: Broadcast<Downstream.Input>
  private var origin: AnyObject?

  /// Creates a subscription to `broadcast` that retains `origin` until it ends. Nothing is delivered before
  /// `start`.
  init(_ downstream: Downstream, broadcast: Broadcast<Downstream.Input>, keeping origin: AnyObject) {
    self.downstream = downstream
    self.broadcast = broadcast
    self.origin = origin
  }

  /// Delivers the subscription, then the first value, if any, then the values that have arrived in the
  /// meantime.
  func start(with first: (() -> Downstream.Input)? = nil) {
    downstream?.receive(subscription: self)
    if let value = first?() {
      lock.withLock { if downstream != nil { waiting.prepend(value) } }
    }
    lock.withLock { hasStarted = true }
    drain()
  }

  override func receive(_ value: Downstream.Input) -> Bool {
    let superseded = lock.withLock { () -> Deque<Downstream.Input> in
      var superseded: Deque<Downstream.Input> = []
      if hasStarted, demand == .none { swap(&superseded, &waiting) }
      if downstream != nil { waiting.append(value) }
      return superseded
    }
    drainIfIdle()
    return withExtendedLifetime(superseded) { true }
  }

  override func finish() {
    lock.withLock { isFinished = true }
    drainIfIdle()
  }

  func request(_ demand: Subscribers.Demand) {
    lock.withLock { self.demand += demand }
    drainIfIdle()
  }

  func cancel() {
    _ = broadcast.remove(self)
    let garbage = lock.withLock { takeEverything() }
    withExtendedLifetime(garbage) {}
  }

  private func drainIfIdle() {
    let isMine = lock.withLock {
      if isBusy { return false }
      isBusy = true
      return true
    }
    if isMine { drain() }
  }

  /// Delivers the waiting values as far as the demand allows. The caller has set `isBusy`.
  private func drain() {
    while true {
      lock.lock()
      if let downstream, !waiting.isEmpty, demand > .none {
        demand -= 1
        let value = waiting.removeFirst()
        lock.unlock()
        let more = downstream.receive(value)
        lock.withLock { demand += more }
      } else if isFinished, waiting.isEmpty, let downstream {
        let garbage = takeEverything()
        lock.unlock()
        downstream.receive(completion: .finished)
        return withExtendedLifetime(garbage) {}
      } else {
        var superseded: Deque<Downstream.Input> = []
        if waiting.count > 1 {
          let latest = waiting.removeLast()
          swap(&superseded, &waiting)
          waiting.append(latest)
        }
        isBusy = false
        lock.unlock()
        return withExtendedLifetime(superseded) {}
      }
    }
  }

  private func takeEverything() -> (Downstream?, Deque<Downstream.Input>, AnyObject?) {
    defer { (downstream, waiting, origin) = (nil, [], nil) }
    return (downstream, waiting, origin)
  }
}
