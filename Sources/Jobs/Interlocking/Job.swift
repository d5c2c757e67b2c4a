package import Board
package import SignalboxCore

/// An action of the board at work: it starts, says how far it is, ends or is cancelled.
///
/// A job knows nothing of guards: ``Interlocking`` decides whether it may start.
package final class Job: Sendable, Identifiable {
  package let definition: ActionDefinition
  /// What its runs have printed.
  package let output: OutputLog
  /// Its state and what is remembered of its runs, as one value.
  package let snapshot: ReadOnlyLiveData<JobSnapshot>

  /// Whether its guard lets it start; written by the interlocking only.
  let isReleased = LiveData(data: false)

  private let record: LiveData<JobRecord>
  private let runs: RunSet
  private let action: Action<Request, Never>

  /// A wish to run, as it was accepted.
  private struct Request: Sendable {
    let input: String?
    let cause: StartCause
    let admission: RunSet.Admission
  }

  package var id: String { definition.id }

  /// What `snapshot` has now, read where it stands instead of derived: guards and panel ask all jobs, many times a second.
  package var moment: JobSnapshot { JobSnapshot(state: action.state.data, record: record.data) }

  /// - Parameter record: What is remembered of earlier runs.
  init(
    _ definition: ActionDefinition, station: Station, environment: JobEnvironment, output: OutputLog,
    record: JobRecord = JobRecord()
  ) {
    self.definition = definition
    self.output = output
    let record = LiveData(data: record)
    let runs = RunSet()
    let run = Run(
      definition: definition, work: definition.work.implementation, station: station,
      environment: environment, record: record, output: output)
    self.record = record
    self.runs = runs
    action = Action(
      enabledIf: isReleased, whileExecuting: WhileExecuting(definition.whileRunning),
      executor: environment.executor
    ) { request in
      try await runs.perform(
        request.admission, replacingOthers: definition.whileRunning == .restart, on: environment.executor
      ) {
        try await run(input: request.input, by: request.cause)
      }
    }
    snapshot = action.state.combineLatest(record).map(JobSnapshot.init)
  }

  /// Starts a run, lets it wait, or refuses, as the action's policy says.
  func start(input: String?, by cause: StartCause) -> Execution<Never> {
    record.modify { $0.accept(from: cause) }
    return action.execute(Request(input: input, cause: cause, admission: runs.admit()))
  }

  /// Asks everything that runs to end, and forgets what waits. It has ended when the snapshot says so.
  package func cancel() {
    record.modify { $0.cancel() }
    action.cancelWaiting()
    runs.cancelAll()
  }

  /// Returns when nothing runs any more, not even a process that is slow to end.
  package func waitUntilEnded() async { await runs.waitUntilEmpty() }
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
