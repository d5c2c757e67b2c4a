/// The shell around ``ActionMachine``: the lock, the running work, and the events.
///
/// Decisions are made at once, with the lock held. Everything that follows from them (the announcement, the
/// start of the work, its elements, its end) is a step of one outbox, so it happens in one order and never
/// inside a callback.
///
/// `@unchecked Sendable`: the lock of `outbox` guards all mutable properties. `@exclusivity(unchecked)` and
/// `@inlinable` are for speed: each execution uses all of these several times, and code that is not
/// specialized looks up the types of inputs and elements each time.
@usableFromInline
final class ActionStore<Input: Sendable, Element: Sendable>: ExecutionCanceller, @unchecked Sendable {
  @usableFromInline typealias ID = ActionMachine.ID
  @usableFromInline typealias End = Subscribers.Completion<ActionError>
  @usableFromInline typealias Run = ActionRun<Input, Element>

  @usableFromInline let outbox = Outbox()
  @usableFromInline let state: StoredSource<ActionState>

  /// The event streams besides the state, each created on first use.
  @usableFromInline struct Streams {
    @usableFromInline var elements: EventStream<Element>?
    @usableFromInline var errors: EventStream<ActionError>?
    @usableFromInline var underlyingErrors: EventStream<any Error>?
    @usableFromInline var executions: EventStream<Execution<Element>>?
    @usableFromInline var completions: EventStream<Void>?
    @usableFromInline var executing: StoredSource<Bool>?
    @usableFromInline var enabled: StoredSource<Bool>?

    @inlinable init() {}
  }

  @exclusivity(unchecked) @usableFromInline var streams = Streams()
  @exclusivity(unchecked) @usableFromInline var machine: ActionMachine
  @exclusivity(unchecked) @usableFromInline var lastID: ID = 0
  @exclusivity(unchecked) @usableFromInline var runs = ActionRuns<Run>()
  @exclusivity(unchecked) @usableFromInline var isReleased = false
  @usableFromInline let work: Work<Input, Element>
  @usableFromInline let readGate: (@Sendable () -> Bool)?

  /// - Parameter readGate: Reads the present value of `enabledIf`; nil if it cannot be read.
  @usableFromInline init(
    policy: WhileExecuting, onCancel: OnCancel, readGate: (@Sendable () -> Bool)?,
    work: Work<Input, Element>
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

  @inlinable func execute(_ input: Input) -> Execution<Element> {
    let gate = readGate?()
    outbox.lock.lock()
    lastID += 1
    let id = lastID
    let record = ExecutionRecord<Element>(id: id, canceller: self)
    let execution = Execution(record: record)
    var superseded: [any WorkCanceller] = []
    var task: ExecutionTask?
    switch machine.execute(id, gate: !isReleased && (gate ?? machine.gate ?? false)) {
    case .refuse:
      postRefusal(of: record)
    case .wait(let cancelling):
      task = work.makeTask?()
      let run = Run(id: id, input: input, record: record, task: task, store: self)
      run.announcement = execution
      runs.insert(run, id: id)
      postState()
      superseded = postCancellation(of: cancelling)
    case .start(let cancelling):
      task = work.makeTask?()
      let run = Run(id: id, input: input, record: record, task: task, store: self)
      runs.insert(run, id: id)
      postState()
      superseded = postCancellation(of: cancelling)
      streams.executions?.post(execution)
      if superseded.isEmpty, outbox.claim() {
        // The usual case: nothing is delivered before the work starts, so the start needs no step.
        outbox.lock.unlock()
        start(run)
        // It has its work already, so it need not wait for that.
        task?.begin()
        outbox.finish()
        return execution
      }
      outbox.post { [self] in start(run) }
    }
    outbox.lock.unlock()
    // Here, and not where the work starts: that may be in another task.
    task?.begin()
    for canceller in superseded { canceller.cancelWork() }
    outbox.deliver()
    return execution
  }

  @usableFromInline func cancel(_ id: ID) { cancel(gate: readGate?()) { _ in [id] } }

  /// Cancels the waiting executions. They have no work yet, but may have a task for it.
  ///
  /// Mapped, since an array of no elements that is made from a deque writes into storage that all empty
  /// arrays share, which the thread sanitizer takes for a race.
  func cancelWaiting() { cancel { $0.waiting.map(\.self) } }

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
    let cancellers = outbox.lock.withLock {
      let cancelled = machine.cancel(choose(machine))
      let turns = takeTurns(gate)
      postState()
      let cancellers = postCancellation(of: cancelled)
      post(turns)
      return cancellers
    }
    for canceller in cancellers { canceller.cancelWork() }
    outbox.deliver()
  }

  // MARK: Steps

  /// Starts the work of an execution, unless it was cancelled in the meantime.
  @inlinable func start(_ run: Run) {
    outbox.lock.lock()
    let (isOver, isCancelling) = (run.isOver, machine.isCancelling(run.id))
    outbox.lock.unlock()
    if isOver { return }
    if isCancelling { return finish(run, .failure(.cancelled)) }
    let canceller = work.start(run)
    outbox.lock.lock()
    let isCancelled = run.isOver || machine.isCancelling(run.id)
    let replaced = run.canceller
    if !isCancelled { run.canceller = canceller }
    outbox.lock.unlock()
    // It has ended already, or was cancelled while it started.
    if isCancelled { canceller.cancelWork() }
    withExtendedLifetime(replaced) {}
  }

  @inlinable func receive(_ element: Element, from run: Run) {
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
  @inlinable func finish(_ run: Run, _ end: End) {
    let gate = readGate?()
    outbox.lock.lock()
    let end = machine.isCancelling(run.id) ? .failure(.cancelled) : end
    guard machine.end(run.id) else { return outbox.lock.unlock() }
    if machine.hasWaiting {
      let turns = takeTurns(gate)
      postState()
      let canceller = postEnd(of: run.id, end)
      post(turns)
      outbox.lock.unlock()
      withExtendedLifetime(canceller) {}
    } else {
      postState()
      let canceller = postEnd(of: run.id, end)
      if isReleased { post([]) }
      outbox.lock.unlock()
      withExtendedLifetime(canceller) {}
    }
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

  @usableFromInline func postState() {
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
  @usableFromInline func takeTurns(_ gate: Bool?) -> [(id: ID, isStarted: Bool)] {
    var turns: [(id: ID, isStarted: Bool)] = []
    while let next = machine.next(gate: gate ?? machine.gate ?? false) { turns.append(next) }
    return turns
  }

  @usableFromInline func post(_ turns: [(id: ID, isStarted: Bool)]) {
    for next in turns {
      if next.isStarted {
        guard let run = runs.run(next.id) else { continue }
        if let execution = run.announcement { streams.executions?.post(execution) }
        run.announcement = nil
        outbox.post { [self] in start(run) }
      } else if let run = runs.remove(next.id) {
        run.isOver = true
        postRefusal(of: run.record, keeping: run)
      }
    }
    if isReleased, runs.isEmpty { outbox.post { [self] in finishStreams() } }
  }

  /// - Parameter run: Kept until the lock is released, because releasing an input may run code of a user.
  @usableFromInline func postRefusal(of record: ExecutionRecord<Element>, keeping run: Run? = nil) {
    outbox.post {
      run?.canceller?.cancelWork()
      withExtendedLifetime(run) { record.finish(.failure(.notEnabled)) }
    }
    streams.errors?.post(.notEnabled)
  }

  /// Ends the cancelled executions, except for those that the machine keeps until their work has ended.
  /// Returns what cancels the work; use it without locks.
  @usableFromInline func postCancellation(of ids: [ID]) -> [any WorkCanceller] {
    ids.compactMap { id in
      machine.isCancelling(id) ? runs.run(id)?.canceller : postEnd(of: id, .failure(.cancelled))
    }
  }

  /// Removes a run and posts its end. Returns what cancels its work; release it without locks.
  @inlinable func postEnd(of id: ID, _ end: End) -> (any WorkCanceller)? {
    guard let run = runs.remove(id) else { return nil }
    run.isOver = true
    run.result = end
    // The step keeps the run: releasing an input may run code of a user.
    outbox.post { run.finishRecord() }
    switch end {
    case .finished: streams.completions?.post(())
    case .failure(.underlying(let error)):
      streams.errors?.post(.underlying(error))
      streams.underlyingErrors?.post(error)
    case .failure: break
    }
    // The work retains its sink, which is the run, so the run must not retain the work any longer.
    let canceller = run.canceller
    run.canceller = nil
    return canceller
  }
}
