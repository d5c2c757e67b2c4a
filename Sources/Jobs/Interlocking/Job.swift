package import Board
package import Boundary
package import Processes
package import SignalboxCore
package import TerminalUI

/// An action of the board that can run: it starts, reports its progress, ends or is cancelled.
///
/// A job does not evaluate guards: ``Interlocking`` decides whether it may start.
package final class Job: Sendable, Identifiable {
  package let definition: ActionDefinition
  /// What front ends know of the definition.
  package let description: ActionDescription
  /// The output of its runs.
  package let output: OutputLog
  /// Its state and the record of its runs, as one value.
  package let snapshot: ReadOnlyLiveData<JobSnapshot>

  /// Whether its guard allows it to start; set by the interlocking only.
  let isReleased = LiveData(data: false)

  private let commands = PresentCommands()
  private let terminals = ProgramTerminals()
  private let record: LiveData<JobRecord>
  private let action: Action<RunRequest, Never>

  package var id: String { definition.id }

  /// The present value of `snapshot`, read from its sources: guards and panels read all jobs many times a
  /// second.
  package var moment: JobSnapshot { JobSnapshot(state: action.state.data, record: record.data) }

  /// - Parameters:
  ///   - revision: A number that no earlier job with this name has.
  ///   - record: The record of earlier runs.
  init(
    _ definition: ActionDefinition, revision: Int, station: Station, environment: JobEnvironment,
    output: OutputLog, record: JobRecord = JobRecord()
  ) {
    self.definition = definition
    var description = ActionDescription(definition)
    description.revision = revision
    self.description = description
    self.output = output
    let record = LiveData(data: record)
    let run = Run(
      definition: definition, work: definition.work.implementation, station: station,
      environment: environment, record: record, output: output,
      commands: commands, terminals: terminals)
    self.record = record
    // A cancelled run is over when its processes have ended.
    action = Action(
      enabledIf: isReleased, whileExecuting: WhileExecuting(definition.whileRunning), onCancel: .waitForWork,
      executor: environment.executor
    ) { request in
      try await run(request)
    }
    snapshot = action.state.combineLatest(record).map(JobSnapshot.init)
  }

  /// The processes that lead its present commands.
  var leaders: Set<Int32> { commands.leaders }

  /// Starts a run, queues it, or refuses it, according to the policy of the action.
  func start(_ request: RunRequest) -> Execution<Never> {
    record.modify { $0.accept(from: request.cause) }
    return action.execute(request)
  }

  /// Its last success counts no more, for this reason. Returns the changes that notices are sent for.
  func lapse(_ reason: String) -> Set<NotifyPolicy.Change> { record.modify { $0.lapse(reason) } }

  /// Cancels all runs, and removes those that are queued. The snapshot shows when they have ended.
  /// - Parameter killsStopping: Whether commands that are being stopped already are killed.
  package func cancel(killsStopping: Bool = false) {
    if killsStopping { commands.hasten() }
    action.cancel()
  }

  /// Lets somebody enter its program, or the one that is about to start.
  package func enter(_ visit: TerminalVisit) {
    guard description.canBeEntered else { return visit.end(.refused("has no terminal that can be entered")) }
    guard moment.isRunning else { return visit.end(.refused("does not run")) }
    terminals.enter(visit)
    // The run may have ended meanwhile.
    if !moment.isRunning { terminals.runEnded() }
  }

  /// The terminal of somebody who has entered has another size.
  package func resize(to size: Size, for visit: TerminalVisit) {
    visit.size = size
    terminals.resize(to: size, for: visit)
  }

  /// Somebody who has entered its program leaves it.
  package func leave(_ visit: TerminalVisit) { terminals.leave(visit) }

  /// Answers a question of its program.
  /// - Parameter onEnd: Called once, on any thread: with nil if it was typed, otherwise with the reason.
  package func answer(
    _ question: UInt64, with text: String, _ onEnd: @escaping @Sendable (_ refusal: String?) -> Void
  ) {
    terminals.answer(question, with: text, onEnd)
  }

  /// Returns when no run is left, including cancelled runs whose processes end slowly.
  package func waitUntilEnded() async {
    for await state in action.state.values where !state.executing { return }
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
