/// The shell around ``ActionMachine``: the lock, the running work, and the events.
///
/// Decisions are made at once, with the lock held. Everything that follows from them (the announcement, the
/// start of the work, its elements, its end) is a step of one outbox, so it happens in one order and never
/// inside a callback.
///
/// `@unchecked Sendable`: the lock of `outbox` guards all mutable properties. `@exclusivity(unchecked)` is
/// for speed: each execution uses all of these several times.
final class ActionStore<Input: Sendable, Element: Sendable>: ExecutionCanceller, @unchecked Sendable {
  typealias ID = ActionMachine.ID
  typealias End = Subscribers.Completion<ActionError>
  typealias CancelWork = @Sendable () -> Void
  typealias Run = ActionRun<Input, Element>

  let outbox = Outbox()
  let state: StoredSource<ActionState>

  /// The event streams besides the state, each created on first use.
  private struct Streams {
    var elements: EventStream<Element>?
    var errors: EventStream<ActionError>?
    var underlyingErrors: EventStream<any Error>?
    var executions: EventStream<Execution<Element>>?
    var completions: EventStream<Void>?
    var executing: StoredSource<Bool>?
    var enabled: StoredSource<Bool>?
  }

  @exclusivity(unchecked) private var streams = Streams()
  @exclusivity(unchecked) private var machine: ActionMachine
  @exclusivity(unchecked) private var lastID: ID = 0
  @exclusivity(unchecked) private var runs: [ID: Run] = [:]
  @exclusivity(unchecked) private var isReleased = false
  private let work: any Work<Input, Element>
  private let readGate: (@Sendable () -> Bool)?

  /// - Parameter readGate: Reads the present value of `enabledIf`; nil if it cannot be read.
  init(
    policy: WhileExecuting, onCancel: OnCancel, readGate: (@Sendable () -> Bool)?,
    work: any Work<Input, Element>
  ) {
    machine = ActionMachine(policy: policy, onCancel: onCancel)
    self.readGate = readGate
    self.work = work
    state = StoredSource(machine.state, outbox: outbox)
  }

  // MARK: Streams

  var elements: EventStream<Element> { stream(\.elements) }
  var errors: EventStream<ActionError> { stream(\.errors) }
  var underlyingErrors: EventStream<any Error> { stream(\.underlyingErrors) }
  var executions: EventStream<Execution<Element>> { stream(\.executions) }
  var completions: EventStream<Void> { stream(\.completions) }
  var executing: StoredSource<Bool> { source(\.executing, of: \.executing) }
  var enabled: StoredSource<Bool> { source(\.enabled, of: \.enabled) }

  private func stream<Payload>(
    _ stream: WritableKeyPath<Streams, EventStream<Payload>?>
  ) -> EventStream<Payload> {
    outbox.lock.withLock {
      if let made = streams[keyPath: stream] { return made }
      let made = EventStream<Payload>(outbox: outbox)
      streams[keyPath: stream] = made
      return made
    }
  }

  private func source(
    _ source: WritableKeyPath<Streams, StoredSource<Bool>?>, of fact: KeyPath<ActionState, Bool>
  ) -> StoredSource<Bool> {
    outbox.lock.withLock {
      if let made = streams[keyPath: source] { return made }
      let made = StoredSource(state.valueHoldingLock[keyPath: fact], outbox: outbox)
      streams[keyPath: source] = made
      return made
    }
  }

  // MARK: Decisions

  func gateChanged(_ isOpen: Bool) {
    outbox.lock.withLock {
      machine.gate = isOpen
      postState()
    }
    outbox.deliver()
  }

  func execute(_ input: Input) -> Execution<Element> {
    let gate = readGate?()
    outbox.lock.lock()
    lastID += 1
    let id = lastID
    let record = ExecutionRecord<Element>(id: id, canceller: self)
    let execution = Execution(record: record)
    var superseded: [CancelWork] = []
    var task: ExecutionTask?
    switch machine.execute(id, gate: !isReleased && (gate ?? machine.gate ?? false)) {
    case .refuse:
      postRefusal(of: record)
    case .wait(let cancelling):
      task = work.makeTask()
      let run = Run(id: id, input: input, record: record, task: task, store: self)
      run.announcement = execution
      runs[id] = run
      postState()
      superseded = postCancellation(of: cancelling)
    case .start(let cancelling):
      task = work.makeTask()
      let run = Run(id: id, input: input, record: record, task: task, store: self)
      runs[id] = run
      postState()
      superseded = postCancellation(of: cancelling)
      streams.executions?.post(execution)
      if superseded.isEmpty, outbox.claim() {
        // The usual case: nothing is delivered before the work starts, so the start needs no step.
        outbox.lock.unlock()
        task?.begin()
        start(run)
        outbox.finish()
        return execution
      }
      outbox.post { [self] in start(run) }
    }
    outbox.lock.unlock()
    // Here, and not where the work starts: that may be in another task.
    task?.begin()
    for cancelWork in superseded { cancelWork() }
    outbox.deliver()
    return execution
  }

  func cancel(_ id: ID) { cancel(gate: readGate?()) { _ in [id] } }

  /// Cancels the waiting executions. They have no work yet, but may have a task for it.
  func cancelWaiting() { cancel { Array($0.waiting) } }

  func cancelAll() { cancel(\.unfinished) }

  /// Cancels everything. From now on all executions are refused, and the streams end with the last running
  /// execution.
  func release() {
    outbox.lock.withLock {
      isReleased = true
      machine.gate = false
    }
    cancelAll()
  }

  /// - Parameter gate: The present value of `enabledIf`, for the executions whose turn comes by this.
  private func cancel(gate: Bool? = nil, _ choose: (ActionMachine) -> [ID]) {
    let cancels = outbox.lock.withLock {
      let cancelled = machine.cancel(choose(machine))
      let turns = takeTurns(gate)
      postState()
      let cancels = postCancellation(of: cancelled)
      post(turns)
      return cancels
    }
    for cancelWork in cancels { cancelWork() }
    outbox.deliver()
  }

  // MARK: Steps

  /// Starts the work of an execution, unless it was cancelled in the meantime.
  private func start(_ run: Run) {
    outbox.lock.lock()
    let (isOver, isCancelling) = (run.isOver, machine.isCancelling(run.id))
    outbox.lock.unlock()
    if isOver { return }
    if isCancelling { return finish(run, .failure(.cancelled)) }
    let cancelWork = work.start(run.input, run, in: run.task)
    outbox.lock.lock()
    let isCancelled = run.isOver || machine.isCancelling(run.id)
    let replaced = run.cancelWork
    if !isCancelled { run.cancelWork = cancelWork }
    outbox.lock.unlock()
    // It has ended already, or was cancelled while it started.
    if isCancelled { cancelWork() }
    withExtendedLifetime(replaced) {}
  }

  func receive(_ element: Element, from run: Run) {
    outbox.lock.lock()
    let isIgnored = run.isOver || machine.isCancelling(run.id)
    let elements = streams.elements
    outbox.lock.unlock()
    if isIgnored { return }
    run.record.append(element)
    elements?.sendFromStep(element)
  }

  /// The work of an execution has ended. Waiting executions start or are refused in the same change of the
  /// state.
  ///
  /// The state is posted before the end: an observer of the end finds the action free again, or executing the
  /// next work.
  func finish(_ run: Run, _ end: End) {
    let gate = readGate?()
    outbox.lock.lock()
    let end = machine.isCancelling(run.id) ? .failure(.cancelled) : end
    guard machine.end(run.id) else { return outbox.lock.unlock() }
    let turns = takeTurns(gate)
    postState()
    let cancelWork = postEnd(of: run.id, end)
    post(turns)
    outbox.lock.unlock()
    withExtendedLifetime(cancelWork) {}
  }

  private func finishStreams() {
    let streams = outbox.lock.withLock { self.streams }
    streams.elements?.broadcast.finish()
    streams.errors?.broadcast.finish()
    streams.underlyingErrors?.broadcast.finish()
    streams.executions?.broadcast.finish()
    streams.completions?.broadcast.finish()
  }

  // MARK: With the lock held

  private func postState() {
    let new = machine.state
    guard new != state.valueHoldingLock else { return }
    _ = state.post(new)
    if let executing = streams.executing, executing.valueHoldingLock != new.executing {
      _ = executing.post(new.executing)
    }
    if let enabled = streams.enabled, enabled.valueHoldingLock != new.enabled {
      _ = enabled.post(new.enabled)
    }
  }

  /// The waiting executions whose turn it is, and whether each starts or is refused.
  private func takeTurns(_ gate: Bool?) -> [(id: ID, isStarted: Bool)] {
    var turns: [(id: ID, isStarted: Bool)] = []
    while let next = machine.next(gate: gate ?? machine.gate ?? false) { turns.append(next) }
    return turns
  }

  private func post(_ turns: [(id: ID, isStarted: Bool)]) {
    for next in turns {
      if next.isStarted {
        guard let run = runs[next.id] else { continue }
        if let execution = run.announcement { streams.executions?.post(execution) }
        run.announcement = nil
        outbox.post { [self] in start(run) }
      } else if let run = runs.removeValue(forKey: next.id) {
        run.isOver = true
        postRefusal(of: run.record, keeping: run)
      }
    }
    if isReleased, runs.isEmpty { outbox.post { [self] in finishStreams() } }
  }

  /// - Parameter run: Kept until the lock is released, because releasing an input may run code of a user.
  private func postRefusal(of record: ExecutionRecord<Element>, keeping run: Run? = nil) {
    outbox.post {
      run?.cancelWork?()
      withExtendedLifetime(run) { record.finish(.failure(.notEnabled)) }
    }
    streams.errors?.post(.notEnabled)
  }

  /// Ends the cancelled executions, except for those that the machine keeps until their work has ended.
  /// Returns closures that cancel the work; call them without locks.
  private func postCancellation(of ids: [ID]) -> [CancelWork] {
    ids.compactMap { id in
      machine.isCancelling(id) ? runs[id]?.cancelWork : postEnd(of: id, .failure(.cancelled))
    }
  }

  /// Removes a run and posts its end. Returns a closure that cancels its work; release it without locks.
  private func postEnd(of id: ID, _ end: End) -> CancelWork? {
    guard let run = runs.removeValue(forKey: id) else { return nil }
    run.isOver = true
    // The step keeps the run: releasing an input may run code of a user.
    outbox.post { withExtendedLifetime(run) { run.record.finish(end) } }
    switch end {
    case .finished: streams.completions?.post(())
    case .failure(.underlying(let error)):
      streams.errors?.post(.underlying(error))
      streams.underlyingErrors?.post(error)
    case .failure: break
    }
    // The work retains its sink, which is the run, so the run must not retain the work any longer.
    let cancelWork = run.cancelWork
    run.cancelWork = nil
    return cancelWork
  }
}
