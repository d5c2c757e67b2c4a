import Foundation
import PseudoTerminal
import Rendezvous
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Nothing starts beside a running command that excludes it, whatever happens to the files of the board.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct BoardLockTests {
  private static let exclusive = """
      hold: {run: 'echo holding; until [ -e "$GATE" ]; do sleep 0.02; done', terminal: none}
      other: {run: echo other, enabled-if: '!hold.running'}

    """

  /// A board with a command that runs until it is released.
  private final class HeldBoard {
    let board: SharedBoard
    private let hold: HeadlessProgram
    private let gate: String

    init() throws {
      board = try SharedBoard(BoardLockTests.exclusive)
      gate = board.sandbox.path(of: "gate")
      hold = try board.start("run", "hold", "--quiet", environment: ["GATE": gate])
      #expect(hold.line() == "holding")
    }

    var file: String { board.sandbox.path(of: "signalbox.yml") }

    /// Lets the command end, and returns how its `run` has ended.
    func release() throws -> HeadlessProgram.Result {
      try Data().write(to: URL(filePath: gate))
      return try hold.end()
    }
  }

  @Test func `a board that is missing for a moment keeps its box`() throws {
    let held = try HeldBoard()
    // On a busy machine a moment may be longer than a reader waits.
    let isRefused = try eventually {
      rename(held.file, held.file + ".away")
      let other = try held.board.start("run", "other", "--quiet")
      _ = poll(nil, 0, 60)
      rename(held.file + ".away", held.file)
      let result = try other.end()
      #expect([3, 78].contains(result.status), "\(result.status): \(result.messages)")
      #expect(result.output == "")
      return result.status == 3
    }
    #expect(isRefused)
    try expectEqual(held.release().status, 0)
  }

  @Test func `a board that was deleted is a mistake for each front end that starts something`() throws {
    let held = try HeldBoard()
    rename(held.file, held.file + ".away")
    for arguments in [["run", "other"], ["watch"], ["run", "--detach", "other"]] {
      let result = try HeadlessProgram(
        arguments + ["--board", held.file], way: .served, on: held.board.sandbox
      )
      .end()
      #expect(result.status == 78, "\(arguments): \(result.messages)")
      #expect(result.messages.contains("cannot be read: No such file or directory"))
      #expect(result.output == "")
    }
    // Its box is still reached.
    let listed = try held.board.run("ps")
    #expect(listed.output.contains(held.file))
    let stopped = try HeadlessProgram(["stop", "--board", held.file], way: .served, on: held.board.sandbox)
      .end()
    #expect(stopped.status == 0, "\(stopped.messages)")
    #expect(!stopped.messages.contains("has no box"))
    rename(held.file + ".away", held.file)
    #expect(try held.release().status != 0)
  }

  @Test(arguments: ["lock", "state"])
  func `who deletes the lock or the state starts nothing beside what runs`(what: String) throws {
    let held = try HeldBoard()
    let places = try held.board.places()
    let box = try held.board.box()
    if what == "lock" {
      unlink(places.lockFile)
    } else {
      try FileManager.default.removeItem(atPath: places.stateDirectory)
    }
    let result = try held.board.run("run", "other", "--quiet")
    #expect(result.status == 3, "\(result.status): \(result.messages)")
    try expectEqual(held.board.box(), box)
    try expectEqual(held.release().status, 0)
    try expectEqual(held.board.run("run", "other", "--quiet").output, "other\n")
    // The results are there again.
    #expect(eventually { FileManager.default.fileExists(atPath: places.results) })
  }

  @Test func `processes with another directory of results have the same results`() throws {
    let board = try SharedBoard(
      "  test: {run: 'true'}\n  deploy: {run: echo deploy, enabled-if: test.succeeded}\n")
    let first = ["XDG_STATE_HOME": board.sandbox.path(of: "first")]
    try expectEqual(board.start("run", "test", "--quiet", environment: first).end().status, 0)
    let box = try board.box()
    #expect(eventually { !isAlive(box) })
    let second = ["XDG_STATE_HOME": board.sandbox.path(of: "second")]
    let result = try board.start("run", "deploy", "--quiet", environment: second).end()
    #expect(result.output == "deploy\n", "\(result.messages)")
  }

  #if os(Linux)
  private static let pair = """
      hold: { run: 'echo holding; exec sleep 600', terminal: none }
      other: { run: echo other, enabled-if: '!hold.running' }
    """

  @Test(.enabled(if: OtherUser.isPossible, "only root may become another user"))
  func `a stranger's directory in the place of the socket changes nothing`() throws {
    let user = try OtherUser(actions: Self.pair)
    user.blockSockets()
    let output = Pipe()
    let hold = try user.start(["run", "hold"], to: output)
    #expect(output.reads("holding\n"))
    let other = try user.run(["run", "--quiet", "other"])
    #expect(other.outcome == .exited(3), "\(other)")
    let stop = try user.run(["stop", "--now"])
    #expect(stop.outcome == .exited(0), "\(stop)")
    // If it was no front end of a box.
    kill(hold.processIdentifier, SIGTERM)
    hold.waitForEnd()
  }

  @Test(.enabled(if: OtherUser.isPossible, "only root may become another user"))
  func `where there can be no socket, the first run locks the board`() throws {
    let user = try OtherUser(actions: Self.pair)
    user.blockSockets()
    let long = user.home + "/" + String(repeating: "x", count: 100)
    try user.give(long, mode: 0o700)
    let output = Pipe()
    let hold = try user.start(["run", "hold"], environment: ["HOME": long], to: output)
    #expect(output.reads("holding\n"))
    let other = try user.run(["run", "--quiet", "other"], environment: ["HOME": long])
    #expect(other.outcome == .exited(75), "\(other)")
    #expect(other.text.contains("holds the lock of this board"), "\(other)")
    try expectEqual(user.run(["list"], environment: ["HOME": long]).outcome, .exited(0))
    kill(hold.processIdentifier, SIGTERM)
    hold.waitForEnd()
    let next = try user.run(["run", "--quiet", "other"], environment: ["HOME": long])
    #expect(next.outcome == .exited(0), "\(next)")
    #expect(next.text.contains("working without a box, others are refused meanwhile: "), "\(next)")
    #expect(next.text.hasSuffix("other\n"), "\(next)")
  }

  @Test(.enabled(if: OtherUser.isPossible, "only root may become another user"))
  func `where nothing can be locked, nothing starts unless it is private`() throws {
    let user = try OtherUser(actions: Self.pair)
    try user.give(user.directory + "/closed", mode: 0o500)
    // No home, one of another user, and one that cannot be written.
    for environment in [[:], ["HOME": "/root"], ["HOME": user.directory + "/closed"]] {
      for arguments in [["run", "--quiet", "other"], ["run", "--detach", "other"], ["watch"]] {
        let result = try user.run(arguments, environment: environment)
        // Nothing on this board repeats: `watch` says that instead where it cannot see others.
        #expect(result.outcome == .exited(75), "\(environment) \(arguments): \(result)")
        #expect(result.text.contains("so nothing starts; --private starts without a lock"), "\(result)")
        #expect(!result.text.contains("other\n"), "\(result)")
      }
      let own = try user.run(["run", "--quiet", "--private", "other"], environment: environment)
      #expect(own.outcome == .exited(0) && own.text == "other\n", "\(own)")
      for arguments in [["list"], ["why", "other"], ["check"]] {
        let read = try user.run(arguments, environment: environment)
        #expect(read.outcome == .exited(0), "\(arguments): \(read)")
      }
    }
  }
  #endif
}

extension Pipe {
  /// Reads until a text has come; false at the end.
  fileprivate func reads(_ text: String) -> Bool {
    var seen = ""
    while !seen.contains(text) {
      let data = fileHandleForReading.availableData
      if data.isEmpty { return false }
      seen += String(decoding: data, as: UTF8.self)
    }
    return true
  }
}
