public import Board
public import SignalboxCore

/// An action of the board at work: it starts, reports its progress, and ends or is cancelled.
///
/// A job does not evaluate guards: ``Interlocking`` decides whether it may start.
public final class Job: Sendable, Identifiable {
  public let definition: ActionDefinition
  /// The output of its runs.
  public let output: OutputLog
  /// The state of the job and the record of its runs, as one value.
  public let snapshot: ReadOnlyLiveData<JobSnapshot>

  /// Whether its guard lets it start. Only the interlocking sets this.
  let isReleased = LiveData(data: false)

  private let record: LiveData<JobRecord>
  private let action: Action<Request, Never>

  /// An accepted request to run.
  private struct Request: Sendable {
    let input: String?
    let cause: StartCause
  }

  public var id: String { definition.id }

  /// The present value of `snapshot`. Reading it directly is faster: guards and panel read all jobs many times a second.
  public var moment: JobSnapshot { JobSnapshot(state: action.state.data, record: record.data) }

  /// - Parameter record: The record of earlier runs.
  init(
    _ definition: ActionDefinition, station: Station, environment: JobEnvironment, output: OutputLog,
    record: JobRecord = JobRecord()
  ) {
    self.definition = definition
    self.output = output
    let record = LiveData(data: record)
    let run = Run(
      definition: definition, station: station, environment: environment, record: record, output: output)
    self.record = record
    // A cancelled run is over when its processes have ended.
    action = Action(
      enabledIf: isReleased, whileExecuting: WhileExecuting(definition.whileRunning), onCancel: .waitForWork,
      executor: environment.executor
    ) { request in
      try await run(input: request.input, by: request.cause)
    }
    snapshot = action.state.combineLatest(record).map(JobSnapshot.init)
  }

  /// Starts a run, lets it wait, or refuses, depending on the policy of the action.
  func start(input: String?, by cause: StartCause) -> Execution<Never> {
    record.modify { $0.accept(from: cause) }
    return action.execute(Request(input: input, cause: cause))
  }

  /// Cancels the running and the waiting runs. They have ended when the snapshot shows it.
  public func cancel() { action.cancel() }

  /// Returns when no run is left, including cancelled runs whose processes are slow to end.
  public func waitUntilEnded() async {
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
