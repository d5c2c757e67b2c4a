internal import Board
internal import SignalboxCore

extension Run {
  /// Runs a command and reads progress and value from what it prints.
  func run(_ command: Command, input: String?, _ activity: Activity<JobActivity>) async throws {
    let reader = OutputInterpreter(definition, activity: activity, record: record)
    let outcome = await environment.commands.run(
      command.invocation, directory: command.directory, environment: command.environment,
      input: input
    ) { lines in
      output.append(lines)
      reader.read(lines)
    }
    // A command that was asked to end may end in any way, even well.
    try Task.checkCancellation()
    switch outcome {
    case .exited(0): return
    case .exited(let code): throw JobFailure.exitCode(code)
    case .signalled(let signal): throw JobFailure.signal(signal)
    case .cannotStart(let reason): throw JobFailure.cannotStart(reason)
    }
  }
}

/// Turns lines of output into what a job shows of itself.
final class OutputInterpreter: @unchecked Sendable {
  private let lock = Lock()
  private var progress: ProgressReader?
  private var status: StatusReader
  private var shown: JobActivity
  private let activity: Activity<JobActivity>
  private let record: LiveData<JobRecord>

  init(_ definition: ActionDefinition, activity: Activity<JobActivity>, record: LiveData<JobRecord>) {
    progress = definition.progress.map { ProgressReader($0) }
    status = StatusReader(definition.status)
    shown = JobActivity(id: definition.id, title: definition.title)
    self.activity = activity
    self.record = record
  }

  /// Takes in what was printed; called with one batch after the other.
  func read(_ lines: [OutputLine]) {
    let news = lock.withLock { () -> JobActivity? in
      let hasProgress = progress?.read(lines) ?? false
      let hasStatus = status.read(lines)
      guard hasProgress || hasStatus else { return nil }
      shown.value = status.status
      shown.fraction = progress?.progress?.fraction
      shown.progress = progress?.progress?.description
      return shown
    }
    guard let news else { return }
    activity.update(news)
    record.modify { $0.report(value: news.value, fraction: news.fraction) }
  }
}
