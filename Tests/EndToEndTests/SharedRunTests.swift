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

/// What ends a run in a box, and what does not.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct SharedRunTests {
  private static let two = """
      mine: { run: 'exec 9> $LIFELINE; echo mine; sleep 100 & wait', while-running: concurrent }
      other: { run: 'echo other; read line < gate' }
    """

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func `the end of a run command ends its own run only`(signal: Int32) throws {
    let board = try SharedBoard(Self.two)
    let gate = try board.sandbox.gate()
    let lifeline = try board.sandbox.lifeline()
    let other = try board.start("run", "other", "--quiet")
    #expect(other.line() == "other")
    let mine = try board.start("run", "mine", "--quiet")
    #expect(mine.line() == "mine")
    mine.signal(signal)
    let result = try mine.end()
    #expect(result.isSignalled && result.status == signal)
    #expect(lifeline.hasEnded())
    gate.letThrough()
    try expectEqual(other.end().status, 0)
  }

  @Test func `Ctrl-C of a run leaves another run of the same action`() throws {
    let board = try SharedBoard("  work: { run: 'echo $$; read line < gate', while-running: concurrent }\n")
    let gate = try board.sandbox.gate()
    let first = try board.start("run", "work", "--quiet")
    let process = try #require(Int32(first.line()))
    let second = try board.start("run", "work", "--quiet")
    let other = try #require(Int32(second.line()))
    second.signal(SIGINT)
    #expect(try second.end().isSignalled)
    #expect(!isAlive(other))
    #expect(isAlive(process))
    gate.letThrough()
    try expectEqual(first.end().status, 0)
  }

  @Test func `a detached run goes on, and its result is kept while the box lives`() throws {
    let board = try SharedBoard(
      """
        work: { run: 'echo hidden; touch begun; read line < gate; touch ended' }
        after: { run: echo after, enabled-if: work.succeeded }
      """)
    let gate = try board.sandbox.gate()
    let start = try board.run("run", "--detach", "work")
    #expect(start.status == 0)
    #expect(start.output == "")
    #expect(start.messages == "signalbox: work: started in the background\n")
    #expect(eventually { board.sandbox.has("begun") })
    #expect(try board.run("ps").output.contains(" 1 running "))
    try expectEqual(board.run("run", "after").status, 3)
    gate.letThrough()
    let after = try board.run("run", "--wait", "after", "--quiet")
    #expect(after.output == "after\n", "\(after.messages)")
    #expect(board.sandbox.has("ended"))
  }

  @Test func `a detached run of a service returns when the service is ready`() throws {
    let board = try SharedBoard(
      """
        server: { run: 'read line < gate; echo open; exec sleep 100', service: true, ready: { line: open } }
        broken: { run: 'exit 4', service: true, ready: { line: open }, restart: { when: never } }
      """)
    let gate = try board.sandbox.gate()
    let start = try board.start("run", "--detach", "server")
    #expect(eventually { (try? board.run("list").output.contains("starting")) ?? false })
    gate.letThrough()
    let result = try start.end()
    #expect(result.messages == "signalbox: server: ready in the background\n")
    let list = try board.run("list")
    #expect(list.output.contains("ready"))
    let cancel = try board.run("cancel", "server")
    #expect(cancel.status == 0, "\(cancel.messages)")
    let broken = try board.run("run", "--detach", "--quiet", "broken")
    #expect(broken.status == 4)
    #expect(broken.messages == "signalbox: broken: failed before it was ready: exit code 4\n")
  }

  @Test(
    arguments: [
      ("run: [/no/such/program]", 1, "failed: cannot start: /no/such/program: No such file or directory"),
      (
        "run: no-such-program-at-all", 127,
        "failed: sh: 1: no-such-program-at-all: not found · exit code 127"
      ),
      (
        "run: 'true', dir: /no/such, service: true", 1,
        "failed before it was ready: cannot start: cannot enter /no/such: No such file or directory"
      ),
      (
        "run: 'true', service: true, ready: { line: up }", 1,
        "ended before it was ready, with exit code 0"
      ),
      (
        "run: 'true', service: true, ready: { tcp: 'localhost:1' }", 1,
        "ended before it was ready, with exit code 0"
      ),
      (
        "run: 'true', service: true, ready: { delay: 1h }", 1,
        "ended before it was ready, with exit code 0"
      ),
    ])
  func `what did not come to run in the background is a failure with a reason`(
    work: String, code: Int32, reason: String
  ) throws {
    let board = try SharedBoard("  work: { \(work) }\n")
    let result = try board.run("run", "--detach", "--quiet", "work")
    #expect(result.status == code)
    #expect(result.messages == "signalbox: work: \(reason)\n")
    // What ends in another way is no failure with a reason.
    guard let failure = reason.split(separator: ": ", maxSplits: 1).dropFirst().first else {
      #expect(try board.run("list").output.contains("work"))
      return
    }
    #expect(try board.run("list").output.contains("failed  \(failure)\n"))
    #expect(try board.run("why", "work").output.hasSuffix("  failed: \(failure)\n"))
    #expect(try board.run("list", "--json").output.contains(#""detail":"\#(failure)""#))
  }

  @Test func `a limit ends the wait for a service that is never ready, and leaves it running`() throws {
    let board = try SharedBoard(
      "  server: { run: 'echo here; exec sleep 600', service: true, ready: { line: never } }\n")
    let result = try board.run("run", "--detach", "--quiet", "server", "--wait-limit", "300ms")
    #expect(result.status == 75)
    #expect(
      result.messages
        == "signalbox: server: it is not ready after 300 ms, and goes on in the background\n")
    #expect(try board.run("list").output.contains("starting"))
    try expectEqual(board.run("cancel", "server").status, 0)
  }

  @Test func `results that cannot be kept are no secret`() throws {
    let board = try SharedBoard("  work: { run: echo done }\n")
    let places = try board.places()
    try places.createStateDirectory()
    // Nobody can write to that, not even root.
    try FileManager.default.createDirectory(atPath: places.results, withIntermediateDirectories: false)
    let result = try board.run("run", "work", "--quiet")
    #expect(result.status == 0 && result.output == "done\n")
    #expect(
      result.messages
        == "signalbox: results are not kept, because \(places.results) cannot be used: it is not a file\n")
  }

  @Test func `a start that waits for its turn says so, and does not wait for it`() throws {
    let board = try SharedBoard("  work: { run: 'exec sleep 600', while-running: queue }\n")
    #expect(try board.run("run", "--detach", "work").messages.hasSuffix(": started in the background\n"))
    let second = try board.run("run", "--detach", "work")
    #expect(second.status == 0)
    #expect(second.messages == "signalbox: work: waits for its turn in the background\n")
    let third = try board.run("run", "--wait-limit", "300ms", "work")
    #expect(third.status == 75)
    #expect(
      third.messages == "signalbox: work: cancelled: it has not begun, and waited for 300 ms\n")
  }

  @Test func `detaching starts each action that may start, and stops at the first that may not`() throws {
    let board = try SharedBoard(
      """
        one: { run: 'touch one; sleep 100' }
        two: { run: touch two, enabled-if: one.succeeded }
        three: { run: touch three }
      """)
    let start = try board.run("run", "--detach", "one", "two", "three")
    #expect(start.status == 3)
    #expect(
      start.messages
        == "signalbox: one: started in the background\nsignalbox: two: refused: needs one.succeeded\n")
    #expect(eventually { board.sandbox.has("one") })
    #expect(!board.sandbox.has("three"))
    try expectEqual(board.run("run", "--detach", "--private", "one").status, 2)
    try expectEqual(board.run("run", "--detach", "--json", "one").status, 2)
    try expectEqual(board.run("cancel", "one").status, 0)
  }

  @Test func `the output of a detached run is not lost in a flood`() throws {
    let board = try SharedBoard("  flood: { run: 'seq 200000; touch ended' }\n")
    try expectEqual(board.run("run", "--detach", "flood", "--quiet").messages, "")
    #expect(eventually { board.sandbox.has("ended") })
  }
}
