import Processes

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

/// Commands that only end when they are killed.
struct HeldCommands {
  /// How many.
  let count: Int
  /// A named pipe that each of their processes has open for writing.
  let lifeline: String
  let journal: String
  /// A file that this process and its keeper lock.
  let lock: String

  init(_ arguments: [String]) {
    count = Int(arguments[1]) ?? 0
    (lifeline, journal, lock) = (arguments[2], arguments[3], arguments[4])
  }

  func run(replacingKeeper: Bool) async throws {
    let file = try FileDescriptor.open(
      lock, .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
    guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { return print("locked") }
    let keeper = try Keeper(holding: .init(lock: file), journal: GroupJournal(path: journal))
    try await start(by: CommandRunner(keeper: keeper))
    if replacingKeeper { try await killKeeper(keeper) }
    print("ready \(keeper.processIdentifier ?? 0)")
    fflush(nil)
    while true { try await Task.sleep(for: .seconds(1000)) }
  }

  /// The same with the keeper that the first command starts, without journal and lock.
  func runWithKeeperOfProcess() async throws {
    var runner = CommandRunner()
    runner.keeper = { Keeper.ofProcess }
    try await start(by: runner)
    print("ready \(Keeper.ofProcess?.processIdentifier ?? 0)")
    fflush(nil)
    while true { try await Task.sleep(for: .seconds(1000)) }
  }

  /// Starts the commands, and returns when all of them run.
  private func start(by runner: CommandRunner) async throws {
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    var starts = started.makeAsyncIterator()
    // One after the other: all processes of a group began before the next entry of the journal.
    for _ in 0..<count {
      Task {
        // A process that only its group ends with the leader, and the leader.
        let script = "exec 9>'\(lifeline)'; sleep 1000 & echo started; exec sleep 1000"
        _ = await runner.run(.shell(script)) { _ in continuation.yield() }
      }
      _ = await starts.next()
    }
  }

  /// Kills the keeper, and waits until it is replaced.
  private func killKeeper(_ keeper: Keeper) async throws {
    guard let first = keeper.processIdentifier else { return }
    kill(first, SIGKILL)
    while [nil, first].contains(keeper.processIdentifier) { try await Task.sleep(for: .milliseconds(5)) }
  }
}
