import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// What the commands that only tell something print.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct HeadlessTextTests {
  private let board = """
    actions:
      build: {key: b, title: Build, run: "true"}
      test: {run: "true", enabled-if: build.succeeded && !errors.any}
    """

  @Test func `the list is aligned`() throws {
    try expectEqual(
      HeadlessProgram.run("list", board: board).output,
      """
      b  build  Build  idle
         test          locked  needs build.succeeded

      """)
  }

  @Test(arguments: ["list", "check"]) func `a board can be named without an option`(command: String) throws {
    let named = try HeadlessProgram.run(command, "signalbox.yml", board: board)
    #expect(named.status == 0)
    try expectEqual(named.output, HeadlessProgram.run(command, board: board).output)
    #expect(try HeadlessProgram.run(command, "missing.yml", board: board).messages.contains("missing.yml"))
    let two = try HeadlessProgram.run(command, "signalbox.yml", "--board", "signalbox.yml", board: board)
    #expect(two.messages.contains("One board is enough"))
  }

  @Test func `why lists each fact`() throws {
    try expectEqual(
      HeadlessProgram.run("why", "test", board: board).output,
      """
      test: locked: needs build.succeeded
        run: true
        enabled-if: build.succeeded && !errors.any
        build.succeeded  false
        errors.any       false

      """)
    try expectEqual(HeadlessProgram.run("why", "tset", board: board).status, 2)
  }

  @Test func `why as JSON says the same`() throws {
    let output = try HeadlessProgram.run("why", "test", "--json", board: board).output
    let end = [
      #""event":"why","action":"test","run":null,"enabled":false,"guard":"build.succeeded && !errors.any","#,
      #""holds":false,"refused":"needs build.succeeded","needs":["build.succeeded"],"#,
      #""facts":[{"name":"build.succeeded","value":"false"},{"name":"errors.any","value":"false"}],"#,
      #""parts":[{"depth":0,"text":"build.succeeded","facts":["build.succeeded"],"holds":false},"#,
      #"{"depth":0,"text":"!errors.any","facts":["errors.any"],"holds":true}],"#,
      #""plan":null,"started_by_plan_of":[]}"#, "\n",
    ].joined()
    #expect(output.hasSuffix(end), "\(output)")
  }

  @Test func `check counts the actions`() throws {
    let several = try HeadlessProgram.run("check", board: board).output
    #expect(several == "signalbox.yml: 2 actions, no mistakes\n")
    let single = try HeadlessProgram.run("check", board: "actions: {build: {run: make}}").output
    #expect(single == "signalbox.yml: 1 action, no mistakes\n")
  }

  @Test(arguments: [["rnu"], ["rnu", "build", "--wait"], ["--no-color", "rnu"]])
  func `an unknown command is guessed`(arguments: [String]) throws {
    let result = try HeadlessProgram(arguments, board: board).end()
    #expect(result.status == 2)
    #expect(result.messages.contains("there is no command `rnu` (did you mean `run`?)\n"))
  }

  @Test func `init never overwrites`() throws {
    let refused = try HeadlessProgram(["init"])
    try expectEqual(refused.end().status, 1)
    let file = refused.directory.appending(path: "signalbox.yml")
    try expectEqual(String(contentsOf: file, encoding: .utf8), HeadlessProgram.board)
  }

  @Test func `init writes a valid board`() throws {
    let program = try HeadlessProgram(["init", "new.yml"])
    try expectEqual(program.end().status, 0)
    let file = program.directory.appending(path: "new.yml").path
    try expectEqual(HeadlessProgram.run("check", "--board", file).status, 0)
  }

  @Test func `without a terminal the panel watches`() throws {
    let result = try HeadlessProgram.run(board: board)
    #expect(
      result.messages.contains("standard output is not a terminal: watching instead of drawing the panel"))
    #expect(result.output == "")
  }

  @Test(arguments: ["dumb", ""])
  func `on a terminal that cannot move its cursor the panel watches`(name: String) throws {
    let program = Program(
      BuiltProducts.path(of: "signalbox"), arguments: ["demo"], environment: ["TERM": name])
    let terminal = try PseudoTerminal(program)
    try expectEqual(terminal.waitForEnd(), .exited(0))
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains("watching instead of drawing the panel"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `on a terminal the list has a header`() throws {
    let terminal = try Sandbox(board).start(["list"], environment: ["NO_COLOR": "1"])
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(terminal.screen.text.hasPrefix("Key  Action"))
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}"))
  }
}
