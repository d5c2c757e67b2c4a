#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs commands as children of this process and reads what they print.
///
/// Each command has a session of its own, so it has no terminal to draw on or to ask for a password, and nothing
/// to read on its standard input (`/dev/null`). Standard output and standard error are one pipe, unless a tap wants them
/// apart: lines arrive in the order in which they were written. The command does not wait for whoever reads its lines,
/// unless it prints more than ``OutputReader`` is made for, or `flow` is held.
///
/// When the program has ended, what is left of its process group is killed. A descendant that made a session of
/// its own goes on; if it holds the pipe, the end of the output is awaited for a limited time, then given up. The holders
/// are reported meanwhile.
package struct CommandRunner: Sendable {
  /// How long a cancelled command has to end by itself, between SIGTERM and SIGKILL.
  package var gracePeriod: Duration

  /// How long the end of an output is awaited after the program has ended, while a process in another session keeps it
  /// open.
  package var outputLimit: Duration

  /// The most bytes that a line of output keeps.
  package var lineByteLimit: Int

  /// Whether reading pauses, up to 32 ms, to spare the processor that a panel shares with its commands. Without pauses
  /// output arrives at once and takes as much of a processor as it needs.
  package var pauses = true

  /// Stops the reading of all output while its consumer is behind; nil if that never happens.
  package var flow: OutputFlow?

  private let groups: ProcessGroups
  private let outputs: OpenOutputs

  /// - Parameters:
  ///   - groups: Where the process group of each running command is entered.
  ///   - outputs: Where the output of each running command is entered.
  package init(
    gracePeriod: Duration = .seconds(10), outputLimit: Duration = .seconds(2), lineByteLimit: Int = 4096,
    groups: ProcessGroups = .shared, outputs: OpenOutputs = .shared
  ) {
    self.gracePeriod = gracePeriod
    self.outputLimit = outputLimit
    self.lineByteLimit = lineByteLimit
    self.groups = groups
    self.outputs = outputs
  }

  /// Runs a command to its end, reaps it, and returns how it ended.
  ///
  /// Cancelling the task sends SIGTERM to the process group, and SIGCONT, so that a stopped process can end, too. SIGKILL
  /// follows when the program has not ended after the grace period. If the program ends earlier, the rest of its group has
  /// what is left of that time, as long as it holds the output open. The outcome is what became of the program, mostly
  /// `.signalled(SIGTERM)`.
  ///
  /// - Parameters:
  ///   - directory: The directory to run in; nil for that of this process.
  ///   - environment: Variables added to those of this process, or replacing them.
  ///   - input: The value of the variable `INPUT`; nil leaves it as it is.
  ///   - tap: Receives the bytes besides, and decides whether the streams are apart.
  ///   - enough: How many of the newest lines of those that have arrived together are enough; nil for all. It is asked
  ///     before each call of `onLines`. Others may be left out: the next line says how many by `skippedBefore`.
  ///   - onWait: Called when the program has ended and its output has not, with those who keep it open; and once more
  ///     when these are others after its group was killed.
  ///   - onLines: Called with the lines that have arrived, never none, on one thread that reads the
  ///     output of all commands: to be brief, and not called after the return.
  package func run(
    _ invocation: Invocation, directory: String? = nil, environment: [String: String] = [:],
    input: String? = nil, tap: OutputTap? = nil, enough: @escaping @Sendable () -> Int? = { nil },
    onWait: @escaping @Sendable (OutputHolders) -> Void = { _ in },
    onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) async -> CommandOutcome {
    var environment = environment
    if let input { environment["INPUT"] = input }
    let launch = Launch(invocation: invocation, directory: directory, environment: environment)
    do {
      if Task.isCancelled { throw StartError("cancelled before it started") }
      return try await start(launch, tap: tap, enough: enough, onWait: onWait, onLines: onLines)
    } catch let error as StartError {
      return .cannotStart(error.reason)
    } catch let error as SpawnError {
      return .cannotStart(launch.reason(for: error))
    } catch {
      return .cannotStart("\(error)")
    }
  }

  private func start(
    _ launch: Launch, tap: OutputTap?, enough: @escaping @Sendable () -> Int?,
    onWait: @escaping @Sendable (OutputHolders) -> Void, onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) async throws -> CommandOutcome {
    let program = try launch.program()
    guard let thread = OutputThread.shared else { throw SpawnError(.descriptors, .tooManyOpenFiles) }
    guard let slot = groups.reserve() else { throw StartError("too many commands run at once") }
    defer { groups.release(slot) }
    let (child, readEnds) = try spawn(program, areApart: tap?.error != nil)
    groups.enter(child.identifier, at: slot)
    let output = OpenOutputs.Output(
      pipes: Set(readEnds.map { .init($0.rawValue) }), group: child.identifier)
    outputs.open(output)
    let readers = readEnds.enumerated().map { index, readEnd in
      let stream = tap?.streams[index]
      return OutputReader(
        readEnd, decoder: OutputDecoder(lineByteLimit: lineByteLimit), thread: thread, pauses: pauses,
        flow: stream?.flow ?? flow, onBytes: stream?.onBytes, enough: enough, onLines: onLines)
    }
    var wait = OutputWait(readers, of: output, onWait: onWait)

    await waitForExit(of: child, on: thread)
    if Task.isCancelled, let rest = child.timeToDeadline, rest > .zero { _ = await wait.forEnd(atMost: rest) }
    // The leader is not reaped yet, so the number still means its group.
    child.signalGroup(SIGKILL)
    groups.leave(slot)
    let outcome = child.reap()

    let hasEnded = await wait.forEnd(atMost: outputLimit)
    if !hasEnded { await wait.giveUp() }
    outputs.close(output, isAbandoned: !hasEnded && Task.isCancelled)
    return outcome
  }

  /// Starts the program, and returns the read ends of its output: one, or those of its two streams if they are apart. No
  /// descriptor is left open when this throws.
  private func spawn(
    _ program: borrowing ChildProcess.Program, areApart: Bool
  ) throws -> (ChildProcess, readEnds: [FileDescriptor]) {
    let pipes: OutputPipes
    do {
      pipes = try OutputPipes(areApart: areApart)
    } catch {
      throw SpawnError(.descriptors, error as? Errno ?? .ioError)
    }
    // The child has write ends of its own: the output ends when the last process has closed them.
    defer { for end in pipes.writeEnds { try? end.close() } }
    do {
      try DescriptorLimit.checkReserve(newest: (pipes.error ?? pipes.output).writeEnd)
      let child = try ChildProcess(program, output: pipes.output.writeEnd, error: pipes.error?.writeEnd)
      return (child, pipes.readEnds)
    } catch {
      for end in pipes.readEnds { try? end.close() }
      throw error
    }
  }

  private func waitForExit(of child: ChildProcess, on thread: OutputThread) async {
    await withTaskCancellationHandler {
      await thread.waitForExit(of: child)
    } onCancel: {
      thread.terminate(child, gracePeriod: gracePeriod)
    }
  }
}
