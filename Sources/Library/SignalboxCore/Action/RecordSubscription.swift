/// A Combine subscription to the record of an execution. It reads the record as far as the demand allows.
///
/// Its type depends on the subscriber, so its code is not specialized. It therefore uses a plain lock: with a
/// generic container for the state, each access would look up types at run time.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties. `@exclusivity(unchecked)` is for speed.
final class RecordSubscription<Downstream: Subscriber>: Subscription, RecordListener, @unchecked Sendable
where Downstream.Input: Sendable, Downstream.Failure == ActionError {
  private let record: ExecutionRecord<Downstream.Input>
  private let lock = Lock()
  @exclusivity(unchecked) private var downstream: Downstream?
  @exclusivity(unchecked) private var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var nextPlace = 0
  /// Whether a thread is reading the record.
  @exclusivity(unchecked) private var isBusy = true
  @exclusivity(unchecked) private var hasChange = true

  init(_ downstream: Downstream, record: ExecutionRecord<Downstream.Input>) {
    self.record = record
    self.downstream = downstream
  }

  var place: Int { lock.withLock { nextPlace } }

  /// Delivers the subscription, and then the events that the record contains already.
  func start() {
    lock.lock()
    let downstream = downstream
    lock.unlock()
    downstream?.receive(subscription: self)
    read()
  }

  func request(_ demand: Subscribers.Demand) {
    lock.withLock { self.demand += demand }
    recordChanged()
  }

  func cancel() {
    let garbage = takeDownstream()
    record.remove(self)
    withExtendedLifetime(garbage) {}
  }

  func recordChanged() {
    lock.lock()
    hasChange = true
    let isMine = !isBusy
    isBusy = true
    lock.unlock()
    if isMine { read() }
  }

  /// Delivers events until there are no changes. The caller has set `isBusy`.
  private func read() {
    while true {
      lock.lock()
      guard let downstream, hasChange else {
        isBusy = false
        return lock.unlock()
      }
      hasChange = false
      let place = nextPlace
      let hasDemand = demand > .none
      lock.unlock()
      switch record.entry(at: place) {
      case .element(let element):
        if hasDemand { deliver(element, to: downstream) }
      case .end(let end):
        _ = takeDownstream()
        record.remove(self)
        downstream.receive(completion: end)
      case .pending: break
      }
    }
  }

  private func deliver(_ element: Downstream.Input, to downstream: Downstream) {
    lock.withLock {
      demand -= 1
      nextPlace += 1
      hasChange = true
    }
    let more = downstream.receive(element)
    if more > .none { lock.withLock { demand += more } }
  }

  private func takeDownstream() -> Downstream? {
    lock.lock()
    let taken = downstream
    downstream = nil
    lock.unlock()
    return taken
  }
}
