package import Programs
package import TerminalUI

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

/// Runs commands as children of this process, and reads their output.
///
/// Each command has a session of its own. Standard output and standard error are one pipe or one
/// pseudo-terminal, which keeps the order of lines, unless a tap separates them. Standard input is
/// `/dev/null`, and the command has no terminal on which it could ask for a password, unless people can enter
/// it. A command does not wait for the consumer of its lines, unless it prints faster than ``OutputReader``
/// reads, or `flow` is held.
///
/// When the program has ended, the rest of its process group is ended as the command would be stopped, unless
/// the caller leaves it running. A descendant that created a session of its own continues. If it holds the
/// output open, the end of the output is awaited for a limited time, and the holders are reported.
package struct CommandRunner: Sendable {
  /// How long a cancelled command has to end by itself after each step of its ``StopSequence``.
  package var gracePeriod: Duration

  /// How long to wait for the end of an output after its program has ended, while a process in another
  /// session keeps it open.
  package var outputLimit: Duration

  /// The most bytes of a line of output that are kept.
  package var lineByteLimit: Int

  /// Whether reading pauses, for up to 32 ms, to save processor time for the commands beside a panel. Without
  /// pauses output arrives at once, whatever processor time that takes.
  package var pauses = true

  /// Stops reading all output while its consumer is behind; nil if that never happens.
  package var flow: OutputFlow?

  /// Returns what ends the commands if this process is killed; nil if they continue then. Called by each
  /// start.
  package var keeper: @Sendable () -> Keeper?

  /// How long the processes that a program has left in its group may take to end by themselves.
  static let restPatience = Duration.milliseconds(100)

  private let groups: ProcessGroups
  private let outputs: OpenOutputs

  /// - Parameters:
  ///   - keeper: Ends the commands if this process is killed.
  ///   - groups: The table with the process group of each running command.
  ///   - outputs: The outputs of running commands.
  package init(
    gracePeriod: Duration = .seconds(10), outputLimit: Duration = .seconds(2), lineByteLimit: Int = 4096,
    keeper: Keeper? = nil, groups: ProcessGroups = .shared, outputs: OpenOutputs = .shared
  ) {
    self.gracePeriod = gracePeriod
    self.outputLimit = outputLimit
    self.lineByteLimit = lineByteLimit
    self.keeper = { keeper }
    self.groups = groups
    self.outputs = outputs
  }

  /// Runs a command to its end, reaps it, and returns how it ended.
  ///
  /// Cancelling the task begins the stop sequence: without a request, its signal is sent to the process
  /// group, and SIGCONT, so that a stopped process can end. SIGKILL follows if the program has not ended
  /// after the grace period. If the program ends earlier, the rest of its group has the remaining time, as
  /// long as it holds the output open. The outcome is that of the program, usually `.signalled(SIGTERM)`.
  ///
  /// - Parameters:
  ///   - directory: The directory to run in; nil for the directory of this process.
  ///   - environment: Variables that are added to those of the context, or replace them; nil removes one.
  ///   - context: What the command inherits; nil for what this process has.
  ///   - terminal: The size of a pseudo-terminal that it writes to; nil for pipes.
  ///   - entrance: Lets people enter the command. Its terminal is its standard input and its controlling
  ///     terminal then.
  ///   - stop: How the command is stopped.
  ///   - tap: Also receives the bytes, and decides whether the streams are separate.
  ///   - enough: How many of the newest lines that arrived together are needed; nil for all. Called before
  ///     each call of `onLines`. Other lines may be left out, and the next line counts them in
  ///     `skippedBefore`.
  ///   - onStart: Called with the number of its process when the program runs, before any line.
  ///   - onWait: Called with the processes that keep the output open when the program has ended, and again if
  ///     they have changed after its group was killed.
  ///   - onRest: Called with the processes that the program had left in its group when it ended by itself,
  ///     and that were ended.
  ///   - onLeft: Called with the processes that the program has left in its group when it ended by itself,
  ///     and that go on; nil to end them.
  ///   - onKeysWanted: Called once, on the thread of `onLines`, if the command reads keys from its terminal,
  ///     although nobody can enter it.
  ///   - onUnfinished: Called with the line that has begun and not ended, or nil, when it has changed; like
  ///     `onLines`.
  ///   - onLines: Called with the lines that have arrived, at least one, on the thread that reads the output
  ///     of all commands, so it must return quickly. It is not called after this method returns.
  package func run(
    _ invocation: Invocation, directory: String? = nil, environment: [String: String?] = [:],
    context: ProcessContext? = nil, terminal: Size? = nil,
    entrance: ProgramTerminal? = nil, stop: StopSequence = StopSequence(), tap: OutputTap? = nil,
    enough: @escaping @Sendable () -> Int? = { nil },
    onStart: @escaping @Sendable (_ process: Int32) -> Void = { _ in },
    onWait: @escaping @Sendable (OutputHolders) -> Void = { _ in },
    onRest: @escaping @Sendable (OutputHolders) -> Void = { _ in },
    onLeft: (@Sendable (LeftGroup) -> Void)? = nil,
    onKeysWanted: @escaping @Sendable () -> Void = {},
    onUnfinished: @escaping @Sendable (OutputLine?) -> Void = { _ in },
    onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) async -> CommandOutcome {
    let script: ScriptFile?
    do throws(StartError) {
      script = if let text = invocation.script { try ScriptFile(text) } else { nil }
    } catch {
      return .cannotStart(error.reason)
    }
    defer { script?.remove() }
    let launch = Launch(
      invocation: script.map { invocation.reading($0.path) } ?? invocation, directory: directory,
      environment: environment, context: context)
    do {
      if Task.isCancelled { throw StartError("cancelled before it started") }
      return try await start(
        launch, .init(terminal: terminal, canBeEntered: entrance != nil, tap: tap), entrance, stop: stop,
        tap: tap, enough: enough, onStart: onStart, onWait: onWait, onRest: onRest, onLeft: onLeft,
        onKeysWanted: onKeysWanted, onUnfinished: onUnfinished, onLines: onLines)
    } catch let error as StartError {
      return .cannotStart(error.reason, mayPass: error.mayPass)
    } catch let error as SpawnError {
      return .cannotStart(launch.reason(for: error), mayPass: error.mayPass)
    } catch {
      return .cannotStart("\(error)", mayPass: true)
    }
  }

  private func start(
    _ launch: Launch, _ kind: OutputChannels.Kind, _ entrance: ProgramTerminal?, stop: StopSequence,
    tap: OutputTap?, enough: @escaping @Sendable () -> Int?,
    onStart: @escaping @Sendable (_ process: Int32) -> Void,
    onWait: @escaping @Sendable (OutputHolders) -> Void,
    onRest: @escaping @Sendable (OutputHolders) -> Void, onLeft: (@Sendable (LeftGroup) -> Void)?,
    onKeysWanted: @escaping @Sendable () -> Void,
    onUnfinished: @escaping @Sendable (OutputLine?) -> Void,
    onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) async throws -> CommandOutcome {
    let program = try launch.program()
    let thread = try OutputThread.get()
    guard let slot = groups.reserve() else {
      throw StartError("too many commands run at once", mayPass: true)
    }
    var left: LeftGroup?
    defer { if left == nil { groups.release(slot) } }
    let (child, keeper, readEnds) = try spawn(program, kind, entrance)
    groups.enter(child.identifier, at: slot)
    onStart(child.identifier)
    let output = OpenOutputs.Output(
      channels: Set(readEnds.map { .init($0.rawValue) }), group: child.identifier)
    outputs.open(output)
    let readers = readEnds.enumerated().map { index, readEnd in
      let stream = tap?.streams[index]
      let watch = kind.isTerminal ? KeyWatch(readEnd, onWanted: onKeysWanted) : nil
      return OutputReader(
        readEnd, isTerminal: kind.isTerminal,
        decoder: OutputDecoder(
          lineByteLimit: lineByteLimit, canBeEntered: entrance != nil, size: kind.screenSize), thread: thread,
        pauses: pauses, flow: stream?.flow ?? flow, listener: entrance ?? watch, onBytes: stream?.onBytes,
        enough: enough,
        onUnfinished: { line in onUnfinished(index == 0 ? line : line?.ofErrorOutput) },
        onLines: { lines in onLines(index == 0 ? lines : lines.map(\.ofErrorOutput)) })
    }
    if let entrance, let reader = readers.first {
      entrance.whenResized { [weak reader] size in
        thread.perform { [weak reader] in reader?.resize(to: size) }
      }
    }
    var wait = OutputWait(readers, of: output, onWait: onWait)

    await waitForExit(of: child, on: thread) { [self] in
      stop.begin(child, on: thread, gracePeriod: gracePeriod) {
        await ask($0, toStop: child, of: launch, onLines: stop.onLines)
      }
    }
    // The end of an output that a visitor holds has no limit.
    await entrance?.stopWaiting()
    if let rest = stop.timeLeft, rest > .zero { _ = await wait.forEnd(atMost: rest) }
    await stop.finish()
    // The leader is not reaped yet, so the number still identifies its group.
    if stop.hasBegun { child.signalGroup(SIGKILL) }
    let outcome = child.reap()
    let release: @Sendable () -> Void = { [groups] in
      groups.leave(slot)
      keeper?.leave(child.identifier)
    }
    left = await settle(GroupRest(group: child.identifier), stop, leaves: onLeft != nil, onRest: onRest) {
      [groups] in
      release()
      groups.release(slot)
    }
    if let left { onLeft?(left) } else { release() }

    // What goes on may print, and must not end because of that.
    if left != nil { await wait.mute() }
    let hasEnded = left == nil ? await wait.forEnd(atMost: outputLimit) : true
    if !hasEnded { await wait.giveUp() }
    await entrance?.close()
    outputs.close(output, isAbandoned: !hasEnded && Task.isCancelled)
    return outcome
  }

  /// Ends what a program has left in its group, or returns it if it goes on.
  private func settle(
    _ rest: GroupRest, _ stop: StopSequence, leaves: Bool, onRest: @Sendable (OutputHolders) -> Void,
    release: @escaping @Sendable () -> Void
  ) async -> LeftGroup? {
    // It was killed.
    if stop.hasBegun {
      await rest.waitForEnd(atMost: StopSequence.killLimit)
      return nil
    }
    guard rest.exists else { return nil }
    if await rest.waitForEnd(atMost: Self.restPatience) {
      // Where other processes cannot be seen, it may have some.
      if !leaves { rest.send(SIGKILL) }
      return nil
    }
    let processes = OutputHolders(rest.processes)
    if leaves {
      return LeftGroup(rest, processes, signal: stop.signal, gracePeriod: gracePeriod, release: release)
    }
    await stop.end(rest, gracePeriod: gracePeriod)
    onRest(processes)
    return nil
  }

  /// Starts the program, and returns the read ends of its output: one, or two if the streams are separate. If
  /// this throws, it leaves no descriptor open.
  private func spawn(
    _ program: borrowing ChildProcess.Program, _ kind: OutputChannels.Kind, _ entrance: ProgramTerminal?
  ) throws -> (ChildProcess, Keeper?, readEnds: [FileDescriptor]) {
    let channels = try OutputChannels(kind)
    // The child has its own copies of the write ends: the output ends when the last process has closed them.
    defer { for end in channels.writeEnds { try? end.close() } }
    do {
      let descriptors = channels.descriptors
      try DescriptorLimit.checkReserve(newest: descriptors.error ?? descriptors.output)
      do { try entrance?.open(channels.readEnds[0], size: kind.screenSize) } catch {
        throw SpawnError(.terminal, Errno(rawValue: error.code))
      }
      let keeper = keeper()
      let child =
        if let keeper {
          try keeper.start(program, descriptors: descriptors)
        } else {
          try ChildProcess(program, descriptors: descriptors)
        }
      return (child, keeper, channels.readEnds)
    } catch {
      for end in channels.readEnds { try? end.close() }
      throw error
    }
  }

  private func waitForExit(
    of child: ChildProcess, on thread: OutputThread, onCancel: @escaping @Sendable () -> Void
  ) async {
    await withTaskCancellationHandler {
      await thread.waitForExit(of: child)
    } onCancel: {
      onCancel()
    }
  }

  /// Runs the request of a stop sequence, where the command runs. Cancelling kills it at once.
  private func ask(
    _ request: Invocation, toStop child: ChildProcess, of launch: Launch,
    onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) async -> CommandOutcome {
    var runner = self
    runner.gracePeriod = .zero
    runner.flow = nil
    var environment = launch.environment
    environment["SIGNALBOX_PID"] = "\(child.identifier)"
    return await runner.run(
      request, directory: launch.directory, environment: environment, context: launch.context,
      onLines: onLines)
  }
}

extension OutputChannels.Kind {
  /// A tap receives the bytes that the command would write without signalbox.
  fileprivate init(terminal: Size?, canBeEntered: Bool, tap: OutputTap?) {
    self =
      if let terminal {
        canBeEntered ? .controllingTerminal(terminal) : .terminal(terminal)
      } else {
        tap?.error == nil ? .pipe : .twoPipes
      }
  }
}

extension OutputLine {
  /// The same line, from standard error.
  fileprivate var ofErrorOutput: OutputLine {
    var line = self
    if kind == .output { line.kind = .errorOutput }
    return line
  }
}
