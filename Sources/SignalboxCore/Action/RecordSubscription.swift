/// A Combine subscription to the record of an execution. It reads the record as far as the demand allows.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties.
final class RecordSubscription<Downstream: Subscriber>: Subscription, RecordListener, @unchecked Sendable
where Downstream.Input: Sendable, Downstream.Failure == ActionError {
  private let lock = Lock()
  private var downstream: Downstream?
  private var demand = Subscribers.Demand.none
  private var nextPlace = 0
  private var isBusy = true
  private var hasChange = true
  private let record: ExecutionRecord<Downstream.Input>

  init(_ downstream: Downstream, record: ExecutionRecord<Downstream.Input>) {
    self.downstream = downstream
    self.record = record
  }

  var place: Int { lock.withLock { nextPlace } }

  /// Delivers the subscription, and then the events that the record contains already.
  func start() {
    lock.withLock { downstream }?.receive(subscription: self)
    read()
  }

  func request(_ demand: Subscribers.Demand) {
    lock.withLock { self.demand += demand }
    recordChanged()
  }

  func cancel() {
    let garbage = lock.withLock {
      defer { downstream = nil }
      return downstream
    }
    record.remove(self)
    withExtendedLifetime(garbage) {}
  }

  func recordChanged() {
    let isMine = lock.withLock {
      hasChange = true
      if isBusy { return false }
      isBusy = true
      return true
    }
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
      let hasDemand = demand > .none
      let index = nextPlace
      hasChange = false
      lock.unlock()
      switch record.entry(at: index) {
      case .element(let element):
        guard hasDemand else { continue }
        lock.withLock {
          demand -= 1
          nextPlace += 1
          hasChange = true
        }
        let more = downstream.receive(element)
        lock.withLock { demand += more }
      case .end(let end):
        lock.withLock { self.downstream = nil }
        record.remove(self)
        downstream.receive(completion: end)
      case .pending:
        continue
      }
    }
  }
}
