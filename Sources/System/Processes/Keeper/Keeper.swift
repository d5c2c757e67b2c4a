import CProcess
import Synchronization

#if canImport(System)
package import System
#else
package import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Ends the commands of this process if it is killed, so that none outlives it.
///
/// A keeper is a small shell script in a session of its own. It reads from a pipe which process groups exist,
/// and reaches the end of the pipe when this process has ended in any way. Then it kills these groups.
///
/// Each child writes its group to the pipe itself, before it executes its program, and the pipe has no end
/// before that. So there is no moment at which a command runs and its keeper does not know it.
///
/// A keeper that has ended or stopped reading is replaced by one that knows the same groups. If it is killed
/// together with this process, the commands continue; a ``GroupJournal`` has their groups.
package final class Keeper: Sendable {
  private struct State {
    /// Nil when the keeper has ended, and none could be started.
    var process: ChildProcess?
    /// The number of keepers that were started.
    var generation = 0
    var groups: Set<Int32> = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let journal: GroupJournal?
  private let held: Held
  /// The write end of the pipe to the present keeper. The number stays the same, since children use it at any
  /// time.
  let pipe: FileDescriptor

  /// Descriptors that a keeper has open until the groups have ended. They must stay open until it is
  /// closed.
  package struct Held: Sendable {
    /// Such as that of a file that is locked by `flock`.
    package var lock: FileDescriptor?
    /// A socket that is only bound.
    package var name: FileDescriptor?

    package init(lock: FileDescriptor? = nil, name: FileDescriptor? = nil) {
      self.lock = lock
      self.name = name
    }
  }

  /// A keeper for the commands of this process, started by the first use; nil if that fails now. The end of
  /// this process ends it.
  package static var ofProcess: Keeper? { started.value }
  private static let started = FirstSuccess { try Keeper() }

  /// Starts a keeper.
  /// - Parameters:
  ///   - held: What the keeper has open until the groups have ended.
  ///   - journal: Also records the groups.
  /// - Throws: An error that explains to people why there is no keeper.
  package init(holding held: Held = Held(), journal: GroupJournal? = nil) throws(StartError) {
    self.journal = journal
    self.held = held
    do {
      // Until the first pipe takes its place. Children replace lower numbers than that.
      let null = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
      defer { try? null.close() }
      pipe = FileDescriptor(
        rawValue: try Descriptor.duplicate(null.rawValue, from: Int32(SPAWN_EXTRA_DESCRIPTOR) + 1))
    } catch {
      throw StartError(Self.failure, error)
    }
    do {
      try state.withLock { try replaceProcess(&$0) }
    } catch {
      // The end of this object closes the pipe.
      throw StartError(Self.failure, error)
    }
  }

  deinit {
    close()
    try? pipe.close()
  }

  /// The process of the present keeper; nil if there is none.
  package var processIdentifier: Int32? { state.withLock { $0.process?.identifier } }

  /// Ends the keeper, which kills the groups that still exist. Commands that start later have no keeper.
  ///
  /// If there are no groups, the keeper has ended when this returns, and holds nothing any more.
  package func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      guard let process = state.process else { return }
      if state.groups.isEmpty {
        process.signalGroup(SIGKILL)
        _ = process.reap()
        state.process = nil
        return
      }
      if group_send(pipe.rawValue, Self.end, 0) != 0 { process.signalGroup(SIGKILL) }
    }
  }

  /// Starts a program whose group is recorded before it runs. If this throws, the group is not recorded.
  func start(
    _ program: borrowing ChildProcess.Program, descriptors: ChildProcess.Descriptors
  ) throws(SpawnError) -> ChildProcess {
    // A keeper may end between its replacement and the next use, but hardly every time.
    var attempts = 3
    while true {
      let (generation, isClosed) = state.withLock { ($0.generation, $0.isClosed) }
      let records = ChildProcess.Records(
        keeper: isClosed ? -1 : pipe.rawValue, journal: journal?.file.rawValue ?? -1)
      let journalGeneration = journal?.generation ?? 0
      do throws(SpawnError) {
        let child = try ChildProcess(program, descriptors: descriptors, records: records)
        journal?.enter(child.identifier, since: journalGeneration, error: child.journalError)
        enter(child.identifier, since: generation)
        return child
      } catch {
        journal?.countFailedStart()
        attempts -= 1
        guard error.step == .keeper, attempts > 0 else { throw error }
        replace(generation)
      }
    }
  }

  /// Removes the group of a child. Call this before the child is reaped, or at once when no process of its
  /// group is left: until then its number cannot identify another group.
  func leave(_ group: Int32) {
    journal?.leave(group)
    state.withLock { state in
      guard state.groups.remove(group) != nil, !state.isClosed else { return }
      if group_send(pipe.rawValue, Self.minus, group) != 0 { try? replaceProcess(&state) }
    }
  }

  /// Replaces a keeper that has ended or does not read, unless that has been done.
  private func replace(_ generation: Int) {
    state.withLock { state in
      guard state.generation == generation, !state.isClosed else { return }
      try? replaceProcess(&state)
    }
  }

  private func enter(_ group: Int32, since generation: Int) {
    state.withLock { state in
      state.groups.insert(group)
      guard state.generation != generation, !state.isClosed else { return }
      // The child may have written to an earlier keeper.
      if group_send(pipe.rawValue, Self.plus, group) != 0 { try? replaceProcess(&state) }
    }
  }

  /// Starts a keeper that knows the present groups in the place of the earlier one.
  private func replaceProcess(_ state: inout State) throws {
    if let earlier = state.process {
      // It must have ended before its pipe is closed: it would kill the groups.
      earlier.signalGroup(SIGKILL)
      _ = earlier.reap()
      state.process = nil
    }
    state.generation += 1
    let ends = try PipeEnds()
    // The keeper reads with a shell, which waits. Writing does not wait for a keeper that has stopped.
    _ = fcntl(ends.writeEnd.rawValue, F_SETFL, O_NONBLOCK)
    let process = try KeeperProgram.start(input: ends.readEnd, holding: held)
    state.process = process
    watch(process, state.generation)
    guard descriptor_replace(pipe.rawValue, ends.writeEnd.rawValue) == 0,
      state.groups.allSatisfy({ group_send(pipe.rawValue, Self.plus, $0) == 0 })
    else {
      // It was killed or stopped in its first moments, and is replaced once more when it has ended.
      return process.signalGroup(SIGKILL)
    }
  }

  /// Reaps the keeper when it has ended, and replaces it unless it was closed.
  private func watch(_ process: ChildProcess, _ generation: Int) {
    let start = MonotonicTime.now
    Task.detached { [weak self] in
      guard let thread = OutputThread.shared else { return }
      await thread.waitForExit(of: process)
      // A keeper that always ends at once, such as with a broken shell, is started once a second, and by each
      // start of a command.
      if MonotonicTime.now < start + 1000 { try? await Task.sleep(for: .seconds(1)) }
      if let self { hasEnded(generation) } else if !process.isReaped { _ = process.reap() }
    }
  }

  private func hasEnded(_ generation: Int) {
    state.withLock { state in
      guard state.generation == generation, let process = state.process else { return }
      if state.isClosed {
        _ = process.reap()
        state.process = nil
      } else {
        try? replaceProcess(&state)
      }
    }
  }

  private static let failure = "cannot start the process that ends commands with signalbox"
  private static let plus = CChar(UInt8(ascii: "+"))
  private static let minus = CChar(UInt8(ascii: "-"))
  private static let end = CChar(UInt8(ascii: "."))
}
