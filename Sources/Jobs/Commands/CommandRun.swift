internal import Board
internal import SignalboxCore

extension Run {
  /// Runs a command and reads progress and value from what it prints.
  func run(_ command: Command, of run: Int, input: String?, _ display: RunDisplay) async throws {
    let reader = OutputInterpreter(definition, display)
    let outcome = await environment.commands.run(
      command.invocation, directory: command.directory, environment: command.environment,
      input: input, tap: output.tap, enough: { reader.needsEveryLine ? nil : output.enough },
      onWait: { holders in
        output.append([.note("output still open: \(holders)")])
        record.modify { $0.wait(for: holders, in: run) }
      },
      onLines: { lines in
        output.append(lines)
        reader.read(lines)
      })
    if record.data.outputHolders != nil { record.modify { $0.wait(for: nil, in: run) } }
    // A command that was asked to end may end in any way, even well.
    try Task.checkCancellation()
    if let failure = JobFailure(outcome) { throw failure }
  }
}

/// Turns lines of output into what a job shows of itself.
final class OutputInterpreter: @unchecked Sendable {
  private let lock = Lock()
  private var progress: ProgressReader?
  private var status: StatusReader
  private let display: RunDisplay
  /// Any line may be the last that a pattern matches. Without a pattern the newest that is not blank says it all.
  let needsEveryLine: Bool

  init(_ definition: ActionDefinition, _ display: RunDisplay) {
    progress = definition.progress.map { ProgressReader($0) }
    status = StatusReader(definition.status)
    self.display = display
    needsEveryLine = definition.progress != nil || definition.status != nil
  }

  /// Takes in what was printed; called with one batch after the other.
  func read(_ lines: [OutputLine]) {
    let news = lock.withLock { () -> (status: String?, progress: ProgressPattern.Progress?)? in
      let hasProgress = progress?.read(lines) ?? false
      let hasStatus = status.read(lines)
      return hasProgress || hasStatus ? (status.status, progress?.progress) : nil
    }
    guard let news else { return }
    display.show { shown in
      shown.value = news.status ?? shown.value
      shown.fraction = news.progress?.fraction
      shown.progress = news.progress?.description
    }
  }
}
