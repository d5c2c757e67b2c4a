/// A Combine subscription to the record of an execution. It reads the record as far as the demand allows.
final class RecordSubscription<Downstream: Subscriber>: Subscription, RecordListener, Sendable
where Downstream.Input: Sendable, Downstream.Failure == ActionError {
  private struct State {
    var downstream: Downstream?
    var demand = Subscribers.Demand.none
    var place = 0
    /// Whether a thread is reading the record.
    var isBusy = true
    var hasChange = true

    /// Begins to read the next event. Returns nil, and is no longer busy, if there is nothing to read.
    mutating func next() -> (downstream: Downstream, place: Int, hasDemand: Bool)? {
      guard let downstream, hasChange else {
        isBusy = false
        return nil
      }
      hasChange = false
      return (downstream, place, demand > .none)
    }
  }

  private let record: ExecutionRecord<Downstream.Input>
  private let state: Locked<State>

  init(_ downstream: Downstream, record: ExecutionRecord<Downstream.Input>) {
    self.record = record
    state = Locked(State(downstream: downstream))
  }

  var place: Int { state.withLock { $0.place } }

  /// Delivers the subscription, and then the events that the record contains already.
  func start() {
    state.withLock { $0.downstream }?.receive(subscription: self)
    read()
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.demand += demand }
    recordChanged()
  }

  func cancel() {
    let garbage = takeDownstream()
    record.remove(self)
    withExtendedLifetime(garbage) {}
  }

  func recordChanged() {
    let isMine = state.withLock {
      $0.hasChange = true
      if $0.isBusy { return false }
      $0.isBusy = true
      return true
    }
    if isMine { read() }
  }

  /// Delivers events until there are no changes. The caller has set `isBusy`.
  private func read() {
    while let (downstream, place, hasDemand) = state.withLock({ $0.next() }) {
      switch record.entry(at: place) {
      case .element(let element):
        guard hasDemand else { continue }
        state.withLock {
          $0.demand -= 1
          $0.place += 1
          $0.hasChange = true
        }
        let more = downstream.receive(element)
        state.withLock { $0.demand += more }
      case .end(let end):
        _ = takeDownstream()
        record.remove(self)
        downstream.receive(completion: end)
      case .pending:
        continue
      }
    }
  }

  private func takeDownstream() -> Downstream? {
    state.withLock { state in
      defer { state.downstream = nil }
      return state.downstream
    }
  }
}
