#if os(Linux)
import TestSupport
import Foundation
import Fuzzing
import PseudoTerminal
import Rendezvous
import Synchronization
import Testing

/// Two actions that exclude each other, pressed by eight processes, while the box of their board, its
/// keeper, or both are killed again and again, the board is deleted, renamed and truncated, and the lock,
/// the state and the directory of the socket are taken away.
///
/// `SIGNALBOX_TORTURE_ASKS=10000 swift test --filter BoxTorture` presses ten thousand times.
@Suite(.timeLimit(.minutes(60)), .ownThreads) struct BoxTortureTests {
  @Test func `they never run together, no command outlives its box, and everybody is answered`() throws {
    let asks = ProcessInfo.processInfo.environment["SIGNALBOX_TORTURE_ASKS"].flatMap { Int($0) } ?? 120
    let place = try TortureBoard()
    let seed = UInt64.random(in: 0..<1_000_000)
    print("seed \(seed), \(asks) asks")
    let remaining = Atomic(asks)
    let outcomes = Mutex<[Int32: Int]>([:])
    let askers = (0..<8).map { number in
      OwnThread {
        var random = SeededGenerator(seed: seed &+ UInt64(number))
        while remaining.subtract(1, ordering: .relaxed).newValue >= 0 {
          let status = place.run(Bool.random(using: &random) ? "a" : "b")
          outcomes.withLock { $0[status, default: 0] += 1 }
        }
      }
    }
    var random = SeededGenerator(seed: seed &+ 100)
    var (kills, disturbances) = (0, 0)
    while askers.contains(where: { !$0.hasEnded }) {
      usleep(UInt32.random(in: 20_000..<150_000, using: &random))
      if Bool.random(using: &random) {
        if place.kill(Kill.allCases.randomElement(using: &random) ?? .both) { kills += 1 }
      } else {
        place.disturb(Disturbance.allCases.randomElement(using: &random) ?? .deletedLock)
        disturbances += 1
      }
    }
    let counts = outcomes.withLock { $0 }
    print("answers \(counts), \(kills) kills, \(disturbances) disturbances")
    // Succeeded, refused by the guard, cancelled with its box, or unknown, because the box was killed. 78:
    // the board was gone for longer than a reader waits. 137: the command was killed, and its end is told
    // as it is.
    #expect(Set(counts.keys).isSubset(of: [0, 3, 75, 78, 137]), "\(counts)")
    #expect(counts.values.reduce(0, +) == asks)
    #expect(counts[0, default: 0] > 0)
    #expect(place.overlaps == "")
    place.stop()
    #expect(place.isFree(within: .seconds(10)))
  }
}

private enum Kill: CaseIterable {
  case box, keeper, both
}

private enum Disturbance: CaseIterable {
  /// The file of the board is gone for a moment, as when an editor saves.
  case deletedBoard, renamedBoard, truncatedBoard
  case deletedLock, deletedState, movedState
  /// A directory is where the socket was.
  case blockedSocket
}

/// A board whose commands hold a lock while they run, and write down when somebody else has it.
private final class TortureBoard: Sendable {
  private let directory: String
  private let runtime: String
  private let board: String

  init() throws {
    directory =
      URL(filePath: NSTemporaryDirectory()).resolvingSymlinksInPath().path + "/signalbox-\(UUID().uuidString)"
    runtime = directory + "/runtime"
    try FileManager.default.createDirectory(
      atPath: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let command = "flock -n \(directory)/witness sleep 0.02 || echo overlap >> \(directory)/overlaps"
    board = """
      actions:
        a: { run: '\(command)', enabled-if: '!b.running' }
        b: { run: '\(command)', enabled-if: '!a.running' }
      """
    try board.write(toFile: directory + "/signalbox.yml", atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func program(_ arguments: [String]) -> ChildProgram? {
    try? ChildProgram(
      BuiltProducts.path(of: "signalbox"), arguments,
      environment: Program.plainEnvironment.merging(["XDG_RUNTIME_DIR": runtime]) { $1 },
      directory: directory, output: .discarded, errors: .discarded)
  }

  /// Runs an action, and returns the exit code; -1 if the program did not run or end by itself.
  func run(_ action: String) -> Int32 { program(["run", "--quiet", action])?.waitForEnd().code ?? -1 }

  func stop() { program(["stop", "--now"])?.waitForEnd() }

  var overlaps: String { (try? String(contentsOfFile: directory + "/overlaps", encoding: .utf8)) ?? "" }

  /// Whether no command holds the lock.
  func isFree(within limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
      let descriptor = open(directory + "/witness", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(descriptor) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(10_000)
    }
    return false
  }

  func disturb(_ disturbance: Disturbance) {
    let file = directory + "/signalbox.yml"
    let places = try? BoxPlaces(BoardIdentity(presentOrGone: file), environment: ["XDG_RUNTIME_DIR": runtime])
    guard let places else { return }
    let files = FileManager.default
    switch disturbance {
    case .deletedBoard:
      unlink(file)
      usleep(50_000)
      try? board.write(toFile: file, atomically: true, encoding: .utf8)
    case .renamedBoard:
      rename(file, file + ".away")
      usleep(50_000)
      rename(file + ".away", file)
    case .truncatedBoard:
      truncate(file, 0)
      usleep(50_000)
      try? board.write(toFile: file, atomically: false, encoding: .utf8)
    case .deletedLock: unlink(places.lockFile)
    case .deletedState: try? files.removeItem(atPath: places.stateDirectory)
    case .movedState:
      try? files.moveItem(
        atPath: places.stateDirectory, toPath: directory + "/state-\(UUID().uuidString)")
    case .blockedSocket:
      guard let socket = BoxRecord.read(places)?.socket, socket.hasPrefix(runtime) else { return }
      unlink(socket)
      mkdir(socket, 0o755)
      usleep(50_000)
      rmdir(socket)
    }
  }

  /// Kills a part of the box; returns false if there is none.
  func kill(_ part: Kill) -> Bool {
    guard let box = boxProcess else { return false }
    let keepers = children(of: box).filter { commandLine(of: $0).contains("trap") }
    if part != .box { for keeper in keepers { Glibc.kill(keeper, SIGKILL) } }
    if part != .keeper { Glibc.kill(box, SIGKILL) }
    return true
  }

  /// The process that serves this board.
  private var boxProcess: Int32? {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.lazy.compactMap { Int32($0) }.first { process in
      let line = self.commandLine(of: process)
      return line.contains("\0box\0") && line.contains(self.directory)
    }
  }

  private func commandLine(of process: Int32) -> String {
    FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
      .map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func children(of process: Int32) -> [Int32] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
      (FileManager.default.contents(atPath: "/proc/\(process)/task/\(thread)/children")
        .map { String(decoding: $0, as: UTF8.self) } ?? "")
        .split(separator: " ").compactMap { Int32($0) }
    }
  }
}

/// A thread, and whether it has ended.
private final class OwnThread: Sendable {
  private let isOver = Atomic(false)

  init(_ body: @escaping @Sendable () -> Void) {
    Thread { [self] in
      body()
      isOver.store(true, ordering: .releasing)
    }
    .start()
  }

  var hasEnded: Bool { isOver.load(ordering: .acquiring) }
}
#endif
