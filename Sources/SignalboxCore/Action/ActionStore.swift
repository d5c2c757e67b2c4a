/// The thin shell around the machine: the lock, the work that runs, and who is told what.
///
/// Decisions are made at once, with the lock held. Everything that follows from them (the announcement, the start of the
/// work, its elements, its end) is a step of one outbox, so it happens in one order and never inside a callback.
final class ActionStore<Input: Sendable, Element: Sendable>: ExecutionCanceller, @unchecked Sendable {
  typealias ID = ActionMachine.ID
  typealias End = Subscribers.Completion<ActionError>

  let outbox = Outbox()
  let state: StoredSource<ActionState>

  /// What is told besides the state: made when somebody asks for it, since nobody asks for all of it.
  private struct Streams {
    var elements: EventStream<Element>?
    var errors: EventStream<ActionError>?
    var underlyingErrors: EventStream<any Error>?
    var executions: EventStream<Execution<Element>>?
    var completions: EventStream<Void>?
    var executing: StoredSource<Bool>?
    var enabled: StoredSource<Bool>?
  }

  private var streams = Streams()
  private var machine: ActionMachine
  private var lastID: ID = 0
  private var runs: [ID: Run] = [:]
  private var isReleased = false
  private let work: Work<Input, Element>
  private let readGate: (@Sendable () -> Bool)?

  /// An execution that waits or runs.
  private struct Run {
    let input: Input
    let record: ExecutionRecord<Element>
    /// What is to be announced at the start; held only while the execution waits.
    var announcement: Execution<Element>?
    /// The task of the caller of `execute`, for work that is done in one.
    let task: ExecutionTask?
    var cancelWork: (@Sendable () -> Void)?

    init(
      input: Input, record: ExecutionRecord<Element>, task: ExecutionTask?,
      announcement: Execution<Element>? = nil
    ) {
      self.input = input
      self.record = record
      self.task = task
      self.announcement = announcement
      if let task { cancelWork = { task.cancel() } }
    }
  }

  /// - Parameter readGate: reads `enabledIf` at this moment, where that is possible.
  init(
    policy: WhileExecuting, readGate: (@Sendable () -> Bool)?, work: Work<Input, Element>
  ) {
    machine = ActionMachine(policy: policy)
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
    var superseded: [@Sendable () -> Void] = []
    var task: ExecutionTask?
    switch machine.execute(id, gate: !isReleased && (gate ?? machine.gate ?? false)) {
    case .refuse:
      postRefusal(of: record)
    case .wait:
      task = work.makeTask()
      runs[id] = Run(input: input, record: record, task: task, announcement: execution)
      postState()
    case .start(let cancelling):
      task = work.makeTask()
      runs[id] = Run(input: input, record: record, task: task)
      postState()
      superseded = cancelling.compactMap { takeRun($0, end: .failure(.cancelled)) }
      streams.executions?.post(execution)
      outbox.post { [self] in start(id) }
    }
    outbox.lock.unlock()
    // Here, and not where the work starts: that may be in another task.
    task?.begin()
    for cancel in superseded { cancel() }
    outbox.deliver()
    return execution
  }

  func cancel(_ id: ID) {
    end(id, .failure(.cancelled))?()
    outbox.deliver()
  }

  /// Cancels what waits, which has no work yet, but perhaps a task for it.
  func cancelWaiting() {
    let cancels = outbox.lock.withLock {
      let ended = machine.waiting.filter { machine.end($0) }
      postState()
      return ended.compactMap { takeRun($0, end: .failure(.cancelled)) }
    }
    for cancel in cancels { cancel() }
    outbox.deliver()
  }

  /// Cancels everything; with `isFinal` nothing will be accepted any more and the streams end.
  func cancelAll(isFinal: Bool = false) {
    outbox.lock.lock()
    var cancels: [@Sendable () -> Void] = []
    if isFinal {
      isReleased = true
      machine.gate = false
    }
    let ended = runs.keys.sorted().filter { machine.end($0) }
    postState()
    for id in ended {
      if let cancel = takeRun(id, end: .failure(.cancelled)) { cancels.append(cancel) }
    }
    if isFinal { outbox.post { [self] in finishStreams() } }
    outbox.lock.unlock()
    for cancel in cancels { cancel() }
    outbox.deliver()
  }

  // MARK: Steps

  /// The work of `id` starts, unless it was cancelled before its turn came.
  private func start(_ id: ID) {
    guard let run = outbox.lock.withLock({ runs[id] }) else { return }
    let sink = WorkSink<Element>(
      receive: { [self] element in outbox.perform { [self] in receive(element, from: id) } },
      end: { [self] end in outbox.perform { [self] in finish(id, end) } })
    let cancelWork = work.start(run.input, sink, in: run.task)
    let isOver = outbox.lock.withLock {
      if runs[id] == nil { return true }
      runs[id]?.cancelWork = cancelWork
      return false
    }
    // It has ended already, or was cancelled while it started.
    if isOver { cancelWork() }
  }

  private func receive(_ element: Element, from id: ID) {
    guard let record = outbox.lock.withLock({ runs[id]?.record }) else { return }
    record.append(element)
    outbox.lock.withLock { streams.elements }?.sendFromStep(element)
  }

  private func finish(_ id: ID, _ end: End) {
    _ = self.end(id, end)
  }

  /// Ends an execution, and lets those that wait start or refuses them, in one change of the state. Returns how to
  /// cancel the work; deliver afterwards.
  ///
  /// State first, then the end: whoever hears of the end finds the action free again, or at the next one's work.
  private func end(_ id: ID, _ end: End) -> (@Sendable () -> Void)? {
    let gate = readGate?()
    outbox.lock.lock()
    defer { outbox.lock.unlock() }
    guard machine.end(id) else { return nil }
    var turns: [(id: ID, isStarted: Bool)] = []
    while let next = machine.next(gate: gate ?? machine.gate ?? false) { turns.append(next) }
    postState()
    let cancelWork = takeRun(id, end: end)
    for next in turns {
      if next.isStarted {
        postAnnouncement(of: next.id)
        outbox.post { [self] in start(next.id) }
      } else if let run = runs.removeValue(forKey: next.id) {
        postRefusal(of: run.record, keeping: run)
      }
    }
    return cancelWork
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

  private func postAnnouncement(of id: ID) {
    if let execution = runs[id]?.announcement { streams.executions?.post(execution) }
    runs[id]?.announcement = nil
  }

  /// - Parameter run: kept until the lock is given back, since letting go of an input may run code of a user.
  private func postRefusal(of record: ExecutionRecord<Element>, keeping run: Run? = nil) {
    outbox.post {
      run?.cancelWork?()
      withExtendedLifetime(run) { record.finish(.failure(.notEnabled)) }
    }
    streams.errors?.post(.notEnabled)
  }

  /// Takes a run out and leaves its end to be told; returns how to cancel its work.
  private func takeRun(_ id: ID, end: End) -> (@Sendable () -> Void)? {
    guard let run = runs.removeValue(forKey: id) else { return nil }
    // The step keeps the run: letting go of an input may run code of a user.
    outbox.post { withExtendedLifetime(run) { run.record.finish(end) } }
    switch end {
    case .finished: streams.completions?.post(())
    case .failure(.underlying(let error)):
      streams.errors?.post(.underlying(error))
      streams.underlyingErrors?.post(error)
    case .failure: break
    }
    return run.cancelWork
  }
}
