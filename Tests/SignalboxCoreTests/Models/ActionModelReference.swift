import SignalboxCore

/// An action as two lists, of the running and the waiting executions, and a queue of events to deliver.
final class ActionModelReference {
  /// The events of an execution, and its listeners.
  private final class Record {
    var entries: [String] = []
    var listeners: [Listener] = []
  }

  private final class Listener {
    let name: String
    var receivedCount = 0
    var isBusy = false
    init(_ name: String) { self.name = name }
  }

  private final class Run {
    let work: ActionModelWork
    let record = Record()
    var number: Int?
    /// Whether the library has a closure that cancels the work.
    var isUnderWay = false
    init(_ work: ActionModelWork) { self.work = work }
  }

  /// The work of a run, as the test controls it.
  private final class Work {
    let run: Run
    /// False before the subscription and after the end.
    var isOpen = false
    var sentCount = 0
    init(_ run: Run) { self.run = run }
  }

  private enum Step {
    case say(String)
    case announce(Run)
    case start(Run)
    case element(Run, String)
    case finish(Run, String)
    case tell(Record, String)
  }

  private(set) var log: [String] = []
  private(set) var state: ActionState
  private let choices: ActionModelChoices
  private var script: [ActionModelEvent] = []
  private var running: [Run] = []
  private var waiting: [Run] = []
  private var works: [Work] = []
  private var handles: [Run?] = []
  private var announcedCount = 0
  private var isReleased = false

  private var queue: [Step] = []
  private var isTelling = false

  /// The value of the gate, the value that the action has received, and the values that wait for their
  /// delivery.
  private var gate: Bool?
  private var receivedGate: Bool?
  private var gateQueue: [Bool] = []
  private var isGateTelling = false

  init(_ choices: ActionModelChoices) {
    self.choices = choices
    gate = choices.isGateLiveData ? true : nil
    receivedGate = gate
    state = ActionState(enabled: false, executing: false, running: 0, waiting: 0)
    state = present
  }

  private var hasRoom: Bool {
    switch choices.policy {
    case .reject: running.isEmpty
    case .queue(let limit): running.isEmpty || waiting.count < limit
    case .restart: true
    case .concurrent(let limit): running.count < limit
    }
  }

  private var present: ActionState {
    ActionState(
      enabled: receivedGate == true && hasRoom, executing: !running.isEmpty, running: running.count,
      waiting: waiting.count)
  }

  func perform(_ event: ActionModelEvent) {
    switch event {
    case .execute(let work): if !isReleased { execute(Run(work)) }
    case .element(let which):
      if works.isEmpty { return }
      send(works[which % works.count])
    case .finish(let which): if !works.isEmpty { end(works[which % works.count], "finished") }
    case .fail(let which): if !works.isEmpty { end(works[which % works.count], "underlying") }
    case .cancel(let which):
      if !handles.isEmpty, let run = handles[which % handles.count] { cancel(run) }
    case .cancelAll: if !isReleased { cancel(running + waiting) }
    case .cancelWaiting: if !isReleased { cancel(waiting) }
    case .listen(let which):
      if !handles.isEmpty, let run = handles[which % handles.count] {
        listen(to: run.record, "handle \(which % handles.count)")
      }
    case .drop(let which): if !handles.isEmpty { handles[which % handles.count] = nil }
    case .gate(let isOpen): setGate(isOpen)
    case .insideTheNextCallback(let event): script.append(event)
    case .release:
      isReleased = true
      receivedGate = false
      cancel(running + waiting)
    }
  }

  // MARK: Decisions

  private func execute(_ run: Run) {
    var superseded: [Run] = []
    if gate != true || !hasRoom {
      refuse(run)
    } else if case .queue = choices.policy, !running.isEmpty {
      waiting.append(run)
      stateChanged()
    } else {
      if choices.policy == .restart { swap(&superseded, &running) }
      running.append(run)
      stateChanged()
      for old in superseded { queue.append(.tell(old.record, "ends: cancelled")) }
      queue += [.announce(run), .start(run)]
    }
    for old in superseded { cancelWork(of: old) }
    tell()
    handles.append(run)
  }

  private func refuse(_ run: Run) {
    queue += [.tell(run.record, "ends: notEnabled"), .say("error notEnabled")]
  }

  private func cancel(_ runs: [Run]) {
    running.removeAll { run in runs.contains { $0 === run } }
    waiting.removeAll { run in runs.contains { $0 === run } }
    stateChanged()
    for run in runs { queue.append(.tell(run.record, "ends: cancelled")) }
    for run in runs { cancelWork(of: run) }
    tell()
  }

  private func cancel(_ run: Run) {
    if run.record.entries.last?.hasPrefix("ends") ?? false { return }
    if end(run, "cancelled") { cancelWork(of: run) }
    tell()
  }

  /// Ends a run and starts the waiting ones whose turn it is. Returns false if it had ended.
  private func end(_ run: Run, _ end: String) -> Bool {
    guard (running + waiting).contains(where: { $0 === run }) else { return false }
    running.removeAll { $0 === run }
    waiting.removeAll { $0 === run }
    var refused: [Run] = []
    var next: Run?
    if running.isEmpty {
      if gate == true, !waiting.isEmpty {
        let first = waiting.removeFirst()
        running = [first]
        next = first
      } else if gate != true {
        swap(&refused, &waiting)
      }
    }
    stateChanged()
    queue.append(.tell(run.record, "ends: \(end)"))
    if end == "finished" { queue.append(.say("completion")) }
    if end == "underlying" { queue += [.say("error underlying"), .say("underlying error")] }
    if let next { queue += [.announce(next), .start(next)] }
    for run in refused { refuse(run) }
    return true
  }

  private func stateChanged() {
    let (old, new) = (state, present)
    if old == new { return }
    state = new
    queue.append(.say("state \(new.running) run, \(new.waiting) wait"))
    if old.executing != new.executing { queue.append(.say("executing \(new.executing)")) }
    if old.enabled != new.enabled { queue.append(.say("enabled \(new.enabled)")) }
  }

  private func setGate(_ isOpen: Bool) {
    gate = isOpen
    if isReleased { return }
    if !choices.isGateLiveData { return receiveGate(isOpen) }
    gateQueue.append(isOpen)
    if isGateTelling { return }
    isGateTelling = true
    while !gateQueue.isEmpty { receiveGate(gateQueue.removeFirst()) }
    isGateTelling = false
  }

  private func receiveGate(_ isOpen: Bool) {
    receivedGate = isOpen
    stateChanged()
    tell()
  }

  // MARK: Work

  private func send(_ work: Work) {
    if !work.isOpen { return }
    work.sentCount += 1
    tell(.element(work.run, "\(work.run.number ?? -1).\(work.sentCount)"))
  }

  private func end(_ work: Work, _ end: String) {
    if !work.isOpen { return }
    work.isOpen = false
    tell(.finish(work.run, end))
  }

  /// If a step is waiting, a caller is about to run the steps, including this one.
  private func tell(_ step: Step) {
    let isFirst = queue.isEmpty
    queue.append(step)
    if isFirst { tell() }
  }

  private func cancelWork(of run: Run) {
    guard run.isUnderWay, let work = works.first(where: { $0.run === run }), work.isOpen else { return }
    work.isOpen = false
    say("work \(run.number ?? -1) is cancelled")
  }

  // MARK: Delivery

  private func say(_ entry: String) {
    log.append(entry)
    if !script.isEmpty { perform(script.removeFirst()) }
  }

  private func tell() {
    if isTelling { return }
    isTelling = true
    while !queue.isEmpty { carryOut(queue.removeFirst()) }
    isTelling = false
  }

  private func carryOut(_ step: Step) {
    switch step {
    case .say(let entry): say(entry)
    case .announce(let run):
      let name = "execution \(announcedCount)"
      announcedCount += 1
      listen(to: run.record, name)
      say("\(name) is announced")
    case .start(let run): if isRunning(run) { start(run) }
    case .element(let run, let element):
      if !isRunning(run) { return }
      add("receives \(element)", to: run.record)
      say("element \(element)")
    case .finish(let run, let end): _ = self.end(run, end)
    case .tell(let record, let entry): add(entry, to: record)
    }
  }

  private func isRunning(_ run: Run) -> Bool { running.contains { $0 === run } }

  private func start(_ run: Run) {
    let work = Work(run)
    run.number = works.count
    works.append(work)
    say("work \(works.count - 1) starts")
    work.isOpen = true
    for _ in 0..<run.work.elementCount { send(work) }
    switch run.work.end {
    case .finished: end(work, "finished")
    case .failed: end(work, "underlying")
    case .cancelled: end(work, "cancelled")
    case nil: break
    }
    run.isUnderWay = true
    if !isRunning(run) { cancelWork(of: run) }
  }

  private func listen(to record: Record, _ name: String) {
    let listener = Listener(name)
    record.listeners.append(listener)
    read(record, listener)
  }

  private func add(_ entry: String, to record: Record) {
    record.entries.append(entry)
    for listener in record.listeners { read(record, listener) }
  }

  private func read(_ record: Record, _ listener: Listener) {
    if listener.isBusy { return }
    listener.isBusy = true
    while listener.receivedCount < record.entries.count {
      let entry = record.entries[listener.receivedCount]
      listener.receivedCount += 1
      say("\(listener.name) \(entry)")
    }
    listener.isBusy = false
  }
}
