import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `ps`, `stop`, `cancel` and `dismiss`.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct BoxCommandTests {
  private static let actions = """
      work: { run: 'exec 9> $LIFELINE; trap "" TERM; echo begun; while :; do sleep 1; done' }
      tidy: { run: 'trap "touch cleaned; exit 1" TERM; echo begun; while :; do sleep 0.05; done' }
      bad: { run: exit 3 }
    """

  private func line(of board: SharedBoard, in text: String) -> Substring? {
    text.split(separator: "\n").first {
      $0.contains(board.sandbox.directory.split(separator: "/").last ?? "")
    }
  }

  @Test func `ps lists a box with its process and what runs`() throws {
    let board = try SharedBoard(Self.actions)
    try expectEqual(line(of: board, in: board.run("ps").output), nil)
    let run = try board.start("run", "tidy", "--quiet")
    #expect(run.line() == "begun")
    let process = try board.box()
    let plain = try #require(try line(of: board, in: board.run("ps").output))
    #expect(plain.contains("pid \(process)  1 running  0 panels  for "))
    let json = try #require(try line(of: board, in: board.run("ps", "--json").output))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["pid"] as? Int32 == process)
    #expect(object["running"] as? Int == 1)
    #expect(object["panels"] as? Int == 0)
    #expect((object["board"] as? String)?.hasSuffix("/signalbox.yml") == true)
    let since = try #require(object["since"] as? String)
    #expect(
      abs(
        try Date(since, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
          .timeIntervalSinceNow) < 120)
  }

  @Test func `ps tells what is ready from what runs`() throws {
    let board = try SharedBoard(
      Self.actions + "\n  web: { run: 'echo up; exec sleep 600', service: true, ready: { line: up } }")
    let run = try board.start("run", "tidy", "--quiet")
    #expect(run.line() == "begun")
    try expectEqual(board.run("run", "--detach", "web").status, 0)
    let plain = try #require(try line(of: board, in: board.run("ps").output))
    #expect(plain.contains("  1 running  1 ready  0 panels  for "), "\(plain)")
    let json = try #require(try line(of: board, in: board.run("ps", "--json").output))
    #expect(json.contains(#""running":2,"ready":1,"#), "\(json)")
    try expectEqual(board.run("stop").status, 0)
  }

  @Test func `stop names what it waits for, and lets it clean up`() throws {
    let board = try SharedBoard(Self.actions)
    let run = try board.start("run", "tidy", "--quiet")
    #expect(run.line() == "begun")
    let process = try board.box()
    let stop = try board.run("stop")
    #expect(stop.status == 0)
    #expect(stop.messages == "signalbox: waiting for tidy\n")
    #expect(board.sandbox.has("cleaned"))
    #expect(eventually { !isAlive(process) })
    #expect(try run.end().status != 0)
    let again = try board.run("stop")
    #expect(again.status == 0)
    #expect(again.messages.hasSuffix("has no box, so nothing runs\n"))
  }

  @Test func `stopping at once kills what ignores its end`() throws {
    let board = try SharedBoard(Self.actions)
    let lifeline = try board.sandbox.lifeline()
    let run = try board.start("run", "work", "--quiet", environment: ["LIFELINE": lifeline.path])
    #expect(run.line() == "begun")
    let process = try board.box()
    try expectEqual(board.run("stop", "--now").messages, "")
    #expect(lifeline.hasEnded())
    #expect(eventually { !isAlive(process) })
    #expect(try run.end().status != 0)
  }

  @Test func `a box that does not answer is named, and is killed only on request`() throws {
    let board = try SharedBoard(Self.actions)
    let run = try board.start("run", "tidy", "--quiet")
    #expect(run.line() == "begun")
    let process = try board.box()
    kill(process, SIGSTOP)
    let refusal = try board.run("run", "--detach", "bad")
    #expect(refusal.status == 75)
    #expect(refusal.messages.contains("\(process)"), "\(refusal.messages)")
    #expect(try board.run("stop").messages.contains("\(process)"))
    let stop = try board.run("stop", "--now")
    #expect(stop.messages == "signalbox: the box (process \(process)) did not answer and was killed\n")
    #expect(eventually { !isAlive(process) })
    try expectEqual(run.end().status, 75)
  }

  @Test func `cancel ends the runs of an action and waits for them`() throws {
    let board = try SharedBoard(Self.actions)
    try expectEqual(board.run("cancel", "tidy").messages, "signalbox: tidy is not running\n")
    let run = try board.start("run", "tidy")
    #expect(run.line() == "begun")
    try expectEqual(board.run("cancel", "tidy").status, 0)
    #expect(board.sandbox.has("cleaned"))
    let result = try run.end()
    #expect(result.status == 1)
    #expect(result.messages.contains("tidy: cancelled"), "\(result.messages)")
    try expectEqual(board.run("cancel", "tidy").status, 3)
    try expectEqual(board.run("cancel", "tid").status, 2)
  }

  @Test func `dismiss removes an error`() throws {
    let board = try SharedBoard(Self.actions)
    try expectEqual(board.run("dismiss").messages, "signalbox: there is no error to dismiss\n")
    try expectEqual(board.run("run", "bad").status, 3)
    try expectEqual(board.run("dismiss", "tidy").status, 3)
    try expectEqual(board.run("dismiss", "bad").status, 0)
    try expectEqual(board.run("dismiss").status, 3)
  }
}
