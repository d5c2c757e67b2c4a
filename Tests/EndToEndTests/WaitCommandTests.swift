import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `wait`: for guards and for the ends of runs, with and without a box.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct WaitCommandTests {
  private static let actions = """
      gate: { run: 'echo begun; while [ ! -e gate ]; do sleep 0.02; done; exit $(cat gate)' }
      quick: { run: 'true' }
      seven: { run: 'exit 7' }
    """

  private func board(isRunning: Bool = true) throws -> SharedBoard {
    let board = try SharedBoard(Self.actions)
    if isRunning { try expectEqual(board.run("run", "--detach", "--quiet", "gate").status, 0) }
    return board
  }

  /// What a command has open, such as "socket:[4711]".
  private func openFiles(of command: HeadlessProgram) -> [String] {
    let files = "/proc/\(command.processIdentifier)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
    return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\($0)") }
  }

  /// Waits until a command is connected to a box. What happens there from now on is seen by it.
  private func hasReachedBox(_ command: HeadlessProgram) -> Bool {
    #if os(Linux)
    eventually { openFiles(of: command).contains { $0.hasPrefix("socket:") } }
    #else
    eventually { isAlive(command.processIdentifier) }
    #endif
  }

  @Test func `a guard that holds, one that will, and one that cannot`() throws {
    let board = try board()
    try expectEqual(board.run("wait", "gate.running").status, 0)
    let wait = try board.start("wait", "gate.succeeded && !gate.running")
    #expect(hasReachedBox(wait))
    let never = try board.run("wait", "quick.succeeded")
    #expect(never.status == 3)
    #expect(
      never.messages
        == "signalbox: needs quick.succeeded, and nothing that runs or repeats can change that\n")
    try expectEqual(board.run("wait", "--quiet", "quick.succeeded").messages, "")
    let limit = try board.run("wait", "quick.succeeded", "--wait-limit", "50ms")
    #expect(limit.status == 75 && limit.messages.hasSuffix("waited for 50 ms\n"), "\(limit)")
    try board.sandbox.write("0", to: "gate")
    let end = try wait.end()
    #expect(end.status == 0 && end.output == "" && end.messages == "", "\(end)")
  }

  @Test(arguments: ["", "gate.", "nothing.running", "gate.ready", String(repeating: "x", count: 100_001)])
  func `a text that is no guard is code 2, with a box and without`(text: String) throws {
    for isRunning in [true, false] {
      let board = try board(isRunning: isRunning)
      let result = try board.run("wait", text)
      #expect(result.status == 2 && result.messages.hasPrefix("signalbox: column "), "\(result)")
      try board.sandbox.write("0", to: "gate")
    }
  }

  @Test func `the end of a run has its code`() throws {
    let board = try board()
    let (wait, plain) = (
      try board.start("wait", "--end", "gate", "--quiet"),
      try board.start("wait", "--end", "gate", "--exit-map", "plain", "--quiet")
    )
    #expect(hasReachedBox(wait) && hasReachedBox(plain))
    try expectEqual(board.run("wait", "--end", "quick").status, 3)
    try expectEqual(board.run("wait", "--end", "nothing").status, 2)
    let next = try board.start("wait", "--end", "seven", "--wait-limit", "5m", "--quiet")
    // The next run is one that begins after the wait, so it is started until that ends.
    let ends = try board.run("wait", "gate.running")
    #expect(ends.status == 0)
    try board.sandbox.write("9", to: "gate")
    try expectEqual(wait.end().status, 9)
    try expectEqual(plain.end().status, 1)
    while isAlive(next.processIdentifier) { _ = try board.run("run", "--quiet", "seven") }
    try expectEqual(next.end().status, 7)
  }

  @Test func `a service that is not ready in time ends waits without a limit, and says why`() throws {
    let board = try SharedBoard(
      """
        server:
          run: exec sleep 1000
          service: true
          ready: { line: never printed, within: 200ms }
          restart: { backoff: 1h }
        client: { run: 'true', enabled-if: server.ready }
      """)
    let reason = "not ready after 200 ms: no line matches never printed"
    #expect(try board.run("run", "--detach", "server").messages.hasSuffix("server: \(reason)\n"))
    let wait = try board.run("wait", "server.ready")
    #expect(wait.status == 3 && wait.messages == "signalbox: needs server.ready: \(reason)\n", "\(wait)")
    let run = try board.run("run", "--wait", "client")
    #expect(
      run.status == 3
        && run.messages == "signalbox: client: refused: needs server.ready: \(reason)\n", "\(run)")
    try expectEqual(board.run("wait", "server.ready", "--wait-limit", "50ms", "--quiet").status, 75)
    try expectEqual(board.run("run", "--wait-limit", "50ms", "client").status, 75)
    try expectEqual(board.run("wait", "server.running").status, 0)
    let ensured = try board.run("run", "--ensure", "server")
    #expect(ensured.status == 1 && ensured.messages == "signalbox: server: \(reason)\n", "\(ensured)")
  }

  @Test func `without a box kept results answer, and a limit waits for a box`() throws {
    let board = try board(isRunning: false)
    try expectEqual(board.run("run", "--quiet", "quick").status, 0)
    try expectEqual(board.run("stop").status, 0)
    try expectEqual(board.run("wait", "quick.succeeded").status, 0)
    let never = try board.run("wait", "gate.running")
    #expect(never.status == 3 && never.messages.contains("no box runs"), "\(never)")
    try expectEqual(board.run("wait", "gate.running", "--wait-limit", "20ms", "--quiet").status, 75)
    let wait = try board.start("wait", "gate.running", "--wait-limit", "10m")
    try expectEqual(board.run("run", "--detach", "--quiet", "gate").status, 0)
    try expectEqual(wait.end().status, 0)
    try board.sandbox.write("0", to: "gate")
  }

  #if os(Linux)
  @Test func `what a box has done that came and went counts, also past mistakes in the board`() throws {
    let board = try board(isRunning: false)
    let wait = try board.start("wait", "quick.succeeded", "--wait-limit", "10m")
    #expect(
      eventually { openFiles(of: wait).contains { $0.contains("inotify") } }, "it does not watch for a box")
    let text = try board.sandbox.text(of: "signalbox.yml")
    for _ in 1...2 {
      // A box that does nothing about it, on a board that has mistakes when the wait looks at it.
      #expect(kill(wait.processIdentifier, SIGSTOP) == 0)
      _ = try board.run("run", "--quiet", "seven")
      try expectEqual(board.run("stop").status, 0)
      try board.sandbox.write("actions: [", to: "signalbox.yml")
      #expect(kill(wait.processIdentifier, SIGCONT) == 0)
      try expectEqual(board.run("wait", "gate.running").status, 78)
      try board.sandbox.write(text, to: "signalbox.yml")
    }
    #expect(kill(wait.processIdentifier, SIGSTOP) == 0)
    try expectEqual(board.run("run", "--quiet", "quick").status, 0)
    try expectEqual(board.run("stop").status, 0)
    #expect(kill(wait.processIdentifier, SIGCONT) == 0)
    let end = try wait.end()
    #expect(end.status == 0 && end.messages == "", "\(end)")
  }
  #endif

  @Test(arguments: [SIGKILL, SIGTERM])
  func `a box that ends is code 75, and with a limit the next one is waited for`(signal: Int32) throws {
    let board = try board()
    let waits = [
      try board.start("wait", "seven.failed && !gate.running"),
      try board.start("wait", "seven.failed && quick.succeeded", "--wait-limit", "10m"),
    ]
    for wait in waits { #expect(hasReachedBox(wait) && isAlive(wait.processIdentifier)) }
    kill(try board.box(), signal)
    let first = try waits[0].end()
    #expect(first.status == 75 || first.status == 3, "\(first)")
    for action in ["seven", "quick"] { _ = try board.run("run", "--quiet", action) }
    let second = try waits[1].end()
    #expect(second.status == 0, "\(second)")
  }

  @Test func `a board with mistakes is code 78 where no box runs`() throws {
    let board = try board(isRunning: false)
    try board.sandbox.write("actions: [", to: "signalbox.yml")
    try expectEqual(board.run("wait", "gate.running").status, 78)
    try expectEqual(board.run("wait", "--end", "gate").status, 78)
  }
}
