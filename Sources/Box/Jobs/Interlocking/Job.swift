package import Board
package import Boundary
package import Processes
internal import Programs
package import SignalboxCore
package import TerminalUI

/// An action of the board that can run: it starts, reports its progress, ends or is cancelled.
///
/// A job does not evaluate guards: ``Interlocking`` decides whether it may start.
package final class Job: Sendable, Identifiable {
  package let definition: ActionDefinition
  /// What front ends know of the definition, which each ``ActionStatus`` shares.
  let sharedDescription: Shared<ActionDescription>
  /// The output of its runs.
  package let output: OutputLog

  /// What a job needs to run. Most of the jobs of a large board never do, so it is made when it is first
  /// needed.
  private struct Machinery: Sendable {
    let isReleased: LiveData<Bool>
    let record: LiveData<JobRecord>
    let commands: PresentCommands
    let terminals: ProgramTerminals
    let action: Action<RunRequest, Never>
    let snapshot: ReadOnlyLiveData<JobSnapshot>
  }

  private struct State: Sendable {
    /// What its guard said last.
    var verdict = Verdict.passes
    /// Whether its guard allows it to start, until there is a machinery.
    var isReleased = false
    /// The record of earlier runs, until there is a machinery.
    var record: JobRecord
    var machinery: Machinery?
  }

  /// Calls for the restart of its program, if it is a service.
  let restarts = RestartCalls()
  private let state: Locked<State>
  private let station: Station
  private let environment: JobEnvironment
  private let onChange: @Sendable () -> Void

  package var id: String { definition.id }

  /// What front ends know of the definition.
  package var description: ActionDescription { sharedDescription.value }

  /// - Parameters:
  ///   - revision: A number that no earlier job with this name has.
  ///   - record: The record of earlier runs.
  ///   - onChange: Called after each change of ``snapshot``, on any thread.
  init(
    _ definition: ActionDefinition, revision: Int, station: Station, environment: JobEnvironment,
    output: OutputLog, record: JobRecord = JobRecord(), onChange: @escaping @Sendable () -> Void = {}
  ) {
    self.definition = definition
    var description = ActionDescription(definition)
    description.revision = revision
    sharedDescription = Shared(description)
    self.output = output
    self.station = station
    self.environment = environment
    self.onChange = onChange
    state = Locked(State(record: record))
  }

  /// Its state and the record of its runs, as one value.
  package var snapshot: ReadOnlyLiveData<JobSnapshot> { machinery.snapshot }

  /// The present value of `snapshot`, read from its sources.
  package var moment: JobSnapshot {
    withMoment { state, record, _ in JobSnapshot(state: state, record: record) }
  }

  /// Passes on the present state, record and verdict, read where they are stored: guards and panels read all
  /// jobs many times a second.
  func withMoment<Result>(_ body: (ActionState, JobRecord, Verdict) -> Result) -> Result {
    state.withLock { state in
      if let machinery = state.machinery {
        return body(machinery.action.state.data, machinery.record.data, state.verdict)
      }
      let idle = ActionState(enabled: state.isReleased, executing: false, running: 0, waiting: 0)
      return body(idle, state.record, state.verdict)
    }
  }

  /// What its guard said last.
  var verdict: Verdict { state.withLock { $0.verdict } }

  /// Takes what its guard says, and whether it may start; called by the interlocking only. Returns whether
  /// the latter has changed.
  func take(_ verdict: Verdict, isReleased: Bool) -> Bool {
    let (wasReleased, machinery) = state.withLock { state -> (Bool, Machinery?) in
      state.verdict = verdict
      let wasReleased = state.machinery?.isReleased.data ?? state.isReleased
      if state.machinery == nil { state.isReleased = isReleased }
      return (wasReleased, state.machinery)
    }
    if wasReleased == isReleased { return false }
    if let machinery { machinery.isReleased.data = isReleased } else { onChange() }
    return true
  }

  /// Lets it start, whatever its guard says.
  func release() { _ = take(verdict, isReleased: true) }

  private var machinery: Machinery {
    let (machinery, isNew) = state.withLock { state -> (Machinery, Bool) in
      if let machinery = state.machinery { return (machinery, false) }
      let machinery = makeMachinery(state)
      state.machinery = machinery
      return (machinery, true)
    }
    if isNew {
      machinery.snapshot.observe(owner: self) { [onChange, terminals = machinery.terminals] snapshot in
        // Somebody may have begun to wait for a program after the last one of the run had ended.
        if !snapshot.isRunning { terminals.runEnded() }
        onChange()
      }
    }
    return machinery
  }

  private func makeMachinery(_ state: State) -> Machinery {
    let isReleased = LiveData(data: state.isReleased)
    let record = LiveData(data: state.record)
    let (commands, terminals) = (PresentCommands(), ProgramTerminals())
    let run = Run(
      definition: definition, work: definition.work.implementation, station: station,
      environment: environment, record: record, output: output, commands: commands, terminals: terminals,
      restarts: restarts)
    // A cancelled run is over when its processes have ended.
    let action = Action<RunRequest, Never>(
      enabledIf: isReleased, whileExecuting: WhileExecuting(definition.whileRunning), onCancel: .waitForWork,
      executor: environment.executor
    ) { request in
      try await run(request)
    }
    return Machinery(
      isReleased: isReleased, record: record, commands: commands, terminals: terminals, action: action,
      snapshot: action.state.combineLatest(record).map(JobSnapshot.init))
  }

  /// The number of the run that a start leads to which is accepted now; nil where that is not known.
  var numberOfNextRun: Int? {
    switch definition.whileRunning {
    case .reject, .queue: break
    case .restart, .concurrent: return nil
    }
    let moment = moment
    return moment.isRunning ? nil : moment.record.runs.count + 1
  }

  /// The processes that its commands have left running; nil for none.
  var leftRunning: OutputHolders? { station.leftBehind.processes(of: id) }

  /// The processes that lead its present commands.
  var leaders: Set<Int32> { present?.commands.leaders ?? [] }

  /// The machinery if it has been needed.
  private var present: Machinery? { state.withLock { $0.machinery } }

  /// Starts a run, queues it, or refuses it, according to the policy of the action.
  func start(_ request: RunRequest) -> Execution<Never> {
    let machinery = machinery
    machinery.record.modify { $0.accept(from: request.cause) }
    return machinery.action.execute(request)
  }

  /// Its last success counts no more, for this reason. Returns the changes that notices are sent for.
  func lapse(_ failure: JobFailure) -> Set<NotifyPolicy.Change> {
    machinery.record.modify { $0.lapse(failure) }
  }

  /// Cancels all runs, and removes those that are queued. The snapshot shows when they have ended.
  /// - Parameter killsStopping: Whether commands that are being stopped already are killed.
  package func cancel(killsStopping: Bool = false) {
    guard let present else { return }
    if killsStopping { present.commands.hasten() }
    present.action.cancel()
  }

  /// Lets somebody enter its program, or the one that is about to start.
  package func enter(_ visit: TerminalVisit) {
    guard description.canBeEntered else { return visit.end(.refused("has no terminal that can be entered")) }
    guard let present, moment.isRunning else { return visit.end(.doesNotRun) }
    present.terminals.enter(visit)
    // The run may have ended meanwhile.
    if !moment.isRunning { present.terminals.runEnded() }
  }

  /// The terminal of somebody who has entered has another size.
  package func resize(to size: Size, for visit: TerminalVisit) {
    visit.size = size
    present?.terminals.resize(to: size, for: visit)
  }

  /// Somebody who has entered its program leaves it.
  package func leave(_ visit: TerminalVisit) { present?.terminals.leave(visit) }

  /// Answers a question of its program.
  /// - Parameter onEnd: Called once, on any thread: with nil if it was typed, otherwise with the reason.
  package func answer(
    _ question: UInt64, with text: String, _ onEnd: @escaping @Sendable (_ refusal: String?) -> Void
  ) {
    machinery.terminals.answer(question, with: text, onEnd)
  }

  /// Returns when no run is left, including cancelled runs whose processes end slowly.
  package func waitUntilEnded() async {
    guard let present else { return }
    for await state in present.action.state.values where !state.executing { return }
  }
}

extension WhileExecuting {
  fileprivate init(_ policy: WhileRunning) {
    self =
      switch policy {
      case .reject: .reject
      case .queue(let limit): .queue(limit: limit)
      case .restart: .restart
      case .concurrent(let limit): .concurrent(limit: limit)
      }
  }
}
