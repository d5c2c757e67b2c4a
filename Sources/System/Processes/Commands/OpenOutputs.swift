package import Programs
import Synchronization

/// The outputs of commands that have not reached their end, so that processes that outlive their command can
/// be named when the program ends.
///
/// It stores no process, because the system reuses their numbers. It stores the pipe or terminal, and looks
/// up which processes have it open when that is asked.
package final class OpenOutputs: Sendable {
  /// Where commands enter their outputs by default.
  package static let shared = OpenOutputs()

  /// The output of one command: its channels, and the process group that is ended with the command.
  struct Output: Hashable {
    let channels: Set<OutputWriters.Channel>
    let group: Int32

    /// The processes that keep it open now.
    var holders: OutputHolders { OutputHolders(OutputWriters.of(channels).map(holder)) }

    fileprivate func holder(_ writer: OutputWriters.Writer) -> OutputHolder {
      OutputHolder(
        process: writer.process, name: writer.status.name, isOutOfReach: writer.status.group != group)
    }
  }

  /// How many outputs of cancelled commands are kept.
  private static let abandonedLimit = 64

  private struct State {
    var open: Set<Output> = []
    var abandoned: [Output] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// The processes that outlive their command and this program; nil if there are none.
  ///
  /// They hold the output of a command that runs, or of one that was cancelled and did not end them. What a
  /// command left behind when it ended by itself is not included: starting it may have been the purpose of
  /// the command.
  package var survivors: OutputHolders? {
    let outputs = state.withLock { Array($0.open) + $0.abandoned }
    let byChannel = Dictionary(outputs.flatMap { output in output.channels.map { ($0, output) } }) { $1 }
    let holders = OutputWriters.of(Set(byChannel.keys))
      .compactMap { writer in byChannel[writer.channel]?.holder(writer) }.filter(\.isOutOfReach)
    return holders.isEmpty ? nil : OutputHolders(holders)
  }

  func open(_ output: Output) {
    state.withLock { _ = $0.open.insert(output) }
  }

  /// Removes an output whose command is over.
  /// - Parameter isAbandoned: Whether it has not reached its end although its command was cancelled.
  func close(_ output: Output, isAbandoned: Bool) {
    state.withLock { state in
      state.open.remove(output)
      guard isAbandoned else { return }
      state.abandoned.append(output)
      if state.abandoned.count > Self.abandonedLimit { state.abandoned.removeFirst() }
    }
  }
}
