public import Board
import Subprocess

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
/// its own goes on; if it holds the pipe, the end of the output is awaited for the grace period, then given up. Who
/// holds it is told meanwhile.
public struct CommandRunner: Sendable {
  /// How long a cancelled command has to end by itself, between SIGTERM and SIGKILL.
  public var gracePeriod: Duration

  /// The most bytes that a line of output keeps.
  public var lineByteLimit: Int

  /// Whether reading pauses, up to 32 ms, to spare the processor that a panel shares with its commands. Without pauses
  /// output arrives at once and takes as much of a processor as it needs.
  public var pauses = true

  /// Stops the reading of all output while its consumer is behind; nil if that never happens.
  public var flow: OutputFlow?

  private let groups: ProcessGroups
  private let outputs: OpenOutputs

  /// - Parameters:
  ///   - groups: Where the process group of each running command is entered.
  ///   - outputs: Where the output of each running command is entered.
  public init(
    gracePeriod: Duration = .seconds(2), lineByteLimit: Int = 4096, groups: ProcessGroups = .shared,
    outputs: OpenOutputs = .shared
  ) {
    self.gracePeriod = gracePeriod
    self.lineByteLimit = lineByteLimit
    self.groups = groups
    self.outputs = outputs
  }

  /// Runs a command to its end, reaps it, and returns how it ended.
  ///
  /// Cancelling the task sends SIGTERM to the process group, and SIGKILL to all of it when the program has not
  /// ended after the grace period. If the program ends earlier, the rest of its group has the same time again,
  /// as long as it holds the output open. The outcome is what became of the program, mostly `.signalled(SIGTERM)`.
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
  public func run(
    _ invocation: Command.Invocation, directory: String? = nil, environment: [String: String] = [:],
    input: String? = nil, tap: OutputTap? = nil, enough: @escaping @Sendable () -> Int? = { nil },
    onWait: @escaping @Sendable (OutputHolders) -> Void = { _ in },
    onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) async -> CommandOutcome {
    var environment = environment
    if let input { environment["INPUT"] = input }
    let launch = Launch(invocation: invocation, directory: directory, environment: environment)
    do {
      if Task.isCancelled { throw StartError("cancelled before it started") }
      return .init(try await start(launch, tap: tap, enough: enough, onWait: onWait, onLines: onLines))
    } catch let error as StartError {
      return .cannotStart(error.reason)
    } catch {
      return .cannotStart(launch.reason(for: error))
    }
  }

  private func start(
    _ launch: Launch, tap: OutputTap?, enough: @escaping @Sendable () -> Int?,
    onWait: @escaping @Sendable (OutputHolders) -> Void, onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) async throws -> TerminationStatus {
    let configuration = try launch.configuration(gracePeriod: gracePeriod)
    guard let thread = OutputThread.shared else { throw Errno.tooManyOpenFiles }
    guard let slot = groups.reserve() else { throw StartError("too many commands run at once") }
    defer { groups.release(slot) }
    let pipes = try OutputPipes(areApart: tap?.error != nil)
    var unused = pipes.all
    defer { for end in unused { try? end.close() } }

    let result = try await Subprocess.run(
      configuration, input: .none,
      output: .fileDescriptor(pipes.output.writeEnd, closeAfterSpawningProcess: false),
      error: .fileDescriptor((pipes.error ?? pipes.output).writeEnd, closeAfterSpawningProcess: false)
    ) { execution in
      let group = execution.processIdentifier.value
      groups.enter(group, at: slot)
      unused = []
      let output = OpenOutputs.Output(
        pipes: Set(pipes.readEnds.map { .init($0.rawValue) }), group: group)
      outputs.open(output)
      // The child has the write ends now: the output ends when the last process has closed them.
      for end in pipes.writeEnds { try? end.close() }
      let readers = pipes.readEnds.enumerated().map { index, readEnd in
        let stream = tap?.streams[index]
        return OutputReader(
          readEnd, decoder: OutputDecoder(lineByteLimit: lineByteLimit), thread: thread, pauses: pauses,
          flow: stream?.flow ?? flow, onBytes: stream?.onBytes, enough: enough, onLines: onLines)
      }
      var wait = OutputWait(readers, of: output, limit: gracePeriod, onWait: onWait)
      await execution.waitForExit(on: thread)
      if Task.isCancelled { _ = await wait.forEnd() }
      // The leader is not reaped before this closure returns, so the number still means its group.
      kill(-group, SIGKILL)
      groups.leave(slot)
      return wait
    }
    var wait = result.closureResult
    let hasEnded = await wait.forEnd()
    if !hasEnded { await wait.giveUp() }
    outputs.close(wait.output, isAbandoned: !hasEnded && Task.isCancelled)
    return result.terminationStatus
  }
}

extension CommandOutcome {
  fileprivate init(_ status: TerminationStatus) {
    switch status {
    case .exited(let code): self = .exited(code)
    case .signaled(let signal): self = .signalled(signal)
    }
  }
}
