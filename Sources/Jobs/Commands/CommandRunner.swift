public import Board

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
/// to read on its standard input (`/dev/null`). Standard output and standard error are one pipe: lines arrive in
/// the order in which they were written. The command does not wait for whoever reads its lines, unless it prints more
/// than ``OutputReader`` is made for.
///
/// When the program has ended, what is left of its process group is killed. A descendant that made a session of
/// its own goes on; if it holds the pipe, the end of the output is awaited for a limited time, then given up. The holders
/// are reported meanwhile.
public struct CommandRunner: Sendable {
  /// How long a cancelled command has to end by itself, between SIGTERM and SIGKILL.
  public var gracePeriod: Duration

  /// How long the end of an output is awaited after the program has ended, while a process in another session keeps it
  /// open.
  public var outputLimit: Duration

  /// The most bytes that a line of output keeps.
  public var lineByteLimit: Int

  private let groups: ProcessGroups
  private let outputs: OpenOutputs

  /// - Parameters:
  ///   - groups: Where the process group of each running command is entered.
  ///   - outputs: Where the output of each running command is entered.
  public init(
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
  ///   - enough: How many of the newest lines of those that have arrived together are enough; nil for all. It is asked
  ///     before each call of `onLines`. Others may be left out: the next line says how many by `skippedBefore`.
  ///   - onWait: Called when the program has ended and its output has not, with those who keep it open; and once more
  ///     when these are others after its group was killed.
  ///   - onLines: Called with the lines that have arrived, never none, on one thread that reads the
  ///     output of all commands: to be brief, and not called after the return.
  public func run(
    _ invocation: Command.Invocation, directory: String? = nil, environment: [String: String] = [:],
    input: String? = nil, enough: @escaping @Sendable () -> Int? = { nil },
    onWait: @escaping @Sendable (OutputHolders) -> Void = { _ in },
    onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) async -> CommandOutcome {
    var environment = environment
    if let input { environment["INPUT"] = input }
    let launch = Launch(invocation: invocation, directory: directory, environment: environment)
    do {
      if Task.isCancelled { throw StartError("cancelled before it started") }
      return try await start(launch, enough: enough, onWait: onWait, onLines: onLines)
    } catch let error as StartError {
      return .cannotStart(error.reason)
    } catch let error as SpawnError {
      return .cannotStart(launch.reason(for: error))
    } catch {
      return .cannotStart("\(error)")
    }
  }

  private func start(
    _ launch: Launch, enough: @escaping @Sendable () -> Int?,
    onWait: @escaping @Sendable (OutputHolders) -> Void, onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) async throws -> CommandOutcome {
    let program = try launch.program()
    guard let thread = OutputThread.shared else { throw SpawnError(.descriptors, .tooManyOpenFiles) }
    guard let slot = groups.reserve() else { throw StartError("too many commands run at once") }
    defer { groups.release(slot) }
    let (child, pipe) = try spawn(program)
    groups.enter(child.identifier, at: slot)
    let output = OpenOutputs.Output(pipe: .init(pipe.rawValue), group: child.identifier)
    outputs.open(output)
    let reader = OutputReader(
      pipe, decoder: OutputDecoder(lineByteLimit: lineByteLimit), thread: thread, enough: enough,
      onLines: onLines)
    var wait = OutputWait(reader, of: output, onWait: onWait)

    await waitForExit(of: child, on: thread)
    if Task.isCancelled, let rest = child.timeToDeadline, rest > .zero { _ = await wait.forEnd(atMost: rest) }
    // The leader is not reaped yet, so the number still means its group.
    child.signalGroup(SIGKILL)
    groups.leave(slot)
    let outcome = child.reap()

    let hasEnded = await wait.forEnd(atMost: outputLimit)
    if !hasEnded { await reader.giveUp() }
    outputs.close(output, isAbandoned: !hasEnded && Task.isCancelled)
    return outcome
  }

  /// Starts the program, and returns the read end of its output. No descriptor is left open when this throws.
  private func spawn(_ program: borrowing ChildProcess.Program) throws -> (ChildProcess, FileDescriptor) {
    let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do {
      pipe = try FileDescriptor.outputPipe()
    } catch {
      throw SpawnError(.descriptors, error as? Errno ?? .ioError)
    }
    // The child has a write end of its own: the output ends when the last process has closed it.
    defer { try? pipe.writeEnd.close() }
    do {
      try DescriptorLimit.checkReserve(newest: pipe.writeEnd)
      return (try ChildProcess(program, output: pipe.writeEnd), pipe.readEnd)
    } catch {
      try? pipe.readEnd.close()
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
