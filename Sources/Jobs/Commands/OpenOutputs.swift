import SignalboxCore

/// The outputs of commands that have not ended, so that it can be told who still holds them when the program ends.
///
/// It remembers no process: numbers are given again. It remembers the pipe, and looks who has it open when it is asked.
public final class OpenOutputs: Sendable {
  /// Where commands enter their outputs by default.
  public static let shared = OpenOutputs()

  /// The output of one command: its pipes, and the process group that is ended with the command.
  struct Output: Hashable {
    let pipes: Set<PipeWriters.Pipe>
    let group: Int32

    /// Who keeps it open now.
    var holders: OutputHolders { OutputHolders(PipeWriters.of(pipes).map(holder)) }

    fileprivate func holder(_ writer: PipeWriters.Writer) -> OutputHolder {
      OutputHolder(
        process: writer.process, name: writer.status.name, isOutOfReach: writer.status.group != group)
    }
  }

  /// How many outputs of cancelled commands are remembered.
  private static let abandonedLimit = 64

  private let state = State()

  private final class State: @unchecked Sendable {
    let lock = Lock()
    var open: Set<Output> = []
    var abandoned: [Output] = []
  }

  public init() {}

  /// Those that nothing ends that ends the commands: they go on without this program. Nil when there is none.
  ///
  /// They hold the output of a command that runs, or that was cancelled and did not end them. What an ended command
  /// left behind is not meant: that may be just what it was for.
  public var survivors: OutputHolders? {
    let outputs = state.lock.withLock { Array(state.open) + state.abandoned }
    let byPipe = Dictionary(outputs.flatMap { output in output.pipes.map { ($0, output) } }) { $1 }
    let holders = PipeWriters.of(Set(byPipe.keys))
      .compactMap { writer in byPipe[writer.pipe]?.holder(writer) }.filter(\.isOutOfReach)
    return holders.isEmpty ? nil : OutputHolders(holders)
  }

  func open(_ output: Output) {
    state.lock.withLock { _ = state.open.insert(output) }
  }

  /// Forgets an output whose command is over.
  /// - Parameter isAbandoned: It has not ended, though its command was cancelled.
  func close(_ output: Output, isAbandoned: Bool) {
    state.lock.withLock {
      state.open.remove(output)
      guard isAbandoned else { return }
      state.abandoned.append(output)
      if state.abandoned.count > Self.abandonedLimit { state.abandoned.removeFirst() }
    }
  }
}
