import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Guards and policies hold for all front ends of a board.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct SharedGuardTests {
  @Test func `of two runs of an action that rejects a second one, one is refused`() throws {
    let board = try SharedBoard("  slow: { run: 'echo begun; read line < gate', while-running: reject }\n")
    let gate = try board.sandbox.gate()
    let first = try board.start("run", "slow", "--quiet")
    #expect(first.line() == "begun")
    let second = try board.run("run", "slow")
    #expect(second.status == 3, "\(second.messages)")
    #expect(second.output == "")
    gate.letThrough()
    try expectEqual(first.end().status, 0)
  }

  @Test func `two runs that start at once are never both accepted`() throws {
    let board = try SharedBoard("  slow: { run: 'flock -n lock sleep 0.1 || touch overlap' }\n")
    for _ in 0..<10 {
      let programs = try (0..<2).map { _ in try board.start("run", "slow", "--quiet") }
      let results = try programs.map { try $0.end() }
      let codes = results.map(\.status)
      #expect(
        codes.contains(0) && codes.allSatisfy { [0, 3].contains($0) },
        "\(results.map { "\($0.status): \($0.messages)" })")
    }
    #expect(!board.sandbox.has("overlap"))
  }

  @Test func `actions that exclude each other never run together`() throws {
    let board = try SharedBoard(
      """
        deploy: { run: 'flock -n lock sleep 0.02 || touch overlap', enabled-if: "!migrate.running" }
        migrate: { run: 'flock -n lock sleep 0.02 || touch overlap', enabled-if: "!deploy.running" }
      """)
    var refusals = 0
    for _ in 0..<40 {
      let programs = try ["deploy", "migrate"].map { try board.start("run", $0, "--quiet") }
      let codes = try programs.map { try $0.end().status }
      #expect(codes.contains(0) && codes.allSatisfy { [0, 3].contains($0) })
      refusals += codes.count { $0 == 3 }
    }
    #expect(!board.sandbox.has("overlap"))
    // Otherwise nothing was tested.
    #expect(refusals > 0)
  }

  @Test func `a result unlocks an action of the next run`() throws {
    let board = try SharedBoard(
      """
        test: { run: "true" }
        deploy: { run: echo deployed, enabled-if: test.succeeded }
      """)
    try expectEqual(board.run("run", "deploy").status, 3)
    try expectEqual(board.run("run", "test").status, 0)
    let deployment = try board.run("run", "deploy")
    #expect(deployment.status == 0, "\(deployment.messages)")
    #expect(deployment.output == "deployed\n")
  }

  @Test func `a run waits for the run of another front end`() throws {
    let board = try SharedBoard(
      """
        test: { run: 'echo begun; read line < gate' }
        deploy: { run: echo deployed, enabled-if: test.succeeded }
      """)
    let gate = try board.sandbox.gate()
    let test = try board.start("run", "test", "--quiet")
    #expect(test.line() == "begun")
    let deployment = try board.start("run", "--wait", "deploy")
    gate.letThrough()
    try expectEqual(test.end().status, 0)
    try expectEqual(deployment.end().output, "deployed\n")
  }

  @Test func `a board that was changed just before is the board of the run`() throws {
    let board = try SharedBoard("  old: { run: echo old }\n")
    for round in 0..<20 {
      try board.sandbox.write("actions: { new\(round): { run: echo new \(round) } }", to: "signalbox.yml")
      let result = try board.run("run", "new\(round)", "--quiet")
      #expect(result.output == "new \(round)\n", "\(result.messages)")
    }
  }

  @Test func `a board with mistakes ends a run, and the box keeps the old board`() throws {
    let board = try SharedBoard(
      "  wait: { run: 'echo begun; read line < gate' }\n  other: { run: echo fine }\n")
    let gate = try board.sandbox.gate()
    let run = try board.start("run", "wait", "--quiet")
    #expect(run.line() == "begun")
    let text = try board.sandbox.text(of: "signalbox.yml")
    try board.sandbox.write("actions: { wait: { rum: x } }", to: "signalbox.yml")
    try expectEqual(board.run("run", "wait").status, 78)
    try board.sandbox.write(text, to: "signalbox.yml")
    try expectEqual(board.run("run", "other", "--quiet").output, "fine\n")
    gate.letThrough()
    try expectEqual(run.end().status, 0)
  }

  @Test func `why and list speak of the box`() throws {
    let board = try SharedBoard(
      """
        test: { run: 'echo begun; read line < gate' }
        deploy: { run: echo deployed, enabled-if: "!test.running" }
      """)
    let gate = try board.sandbox.gate()
    let test = try board.start("run", "test", "--quiet")
    #expect(test.line() == "begun")
    #expect(try board.run("list").output.contains("running"))
    #expect(try board.run("why", "deploy").output.contains("test.running"))
    #expect(try board.run("list", "--json").output.contains(#""action":"test","run":1,"state":"running""#))
    gate.letThrough()
    try expectEqual(test.end().status, 0)
  }
}
