import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Without a board nothing looks as if it had worked, and a board is found from every directory below it.
@Suite(.timeLimit(.minutes(15)), .bothWays) struct HeadlessBoardSearchTests {
  @Test(arguments: [["run", "ping"], ["check"], ["list"], ["watch"], ["why", "ping"], []])
  func `without a board every command ends with 78`(arguments: [String]) throws {
    let sandbox = try Sandbox()
    try sandbox.makeDirectory(".git")
    for (place, words) in [("", ""), ("/a/b", " or above up to \(sandbox.directory)")] {
      let program = try HeadlessProgram(arguments, on: sandbox, board: nil, subdirectory: place)
      let result = try program.end()
      #expect(result.status == 78)
      #expect(result.output == "")
      #expect(
        result.messages == """
          signalbox: there is no board, and no Makefile, package.json, … in \
          \(sandbox.directory)\(place)\(words). `signalbox init` creates a board

          """)
    }
  }

  @Test func `a panel that cannot move the cursor does not take the demo`() throws {
    let terminal = try Sandbox().start(environment: ["TERM": "dumb"])
    try expectEqual(terminal.waitForEnd(), .exited(78))
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(output.contains("signalbox: there is no board, and no "))
  }

  @Test func `on a terminal the panel offers the demo`() throws {
    let terminal = try Sandbox().panel()
    try terminal.waitFor("Signal box demo")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test func `a board is found from below, and its commands run in its directory`() throws {
    let board = "actions: {where: {run: pwd}}"
    let program = try HeadlessProgram(["run", "where"], board: board, subdirectory: "a/b")
    let directory = program.directory.path
    let result = try program.end()
    #expect(result.status == 0)
    #expect(result.output == "\(directory)\n")
  }

  @Test func `a file is opened by its name alone`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("title: Named\nactions: {a: {run: \"true\"}}", to: "other.yaml")
    for name in ["other.yaml", "./other.yaml", sandbox.path(of: "other.yaml")] {
      let terminal = try sandbox.panel([name])
      try terminal.waitFor("─ Named ─")
      terminal.send("q")
      try expectEqual(terminal.waitForEnd(), .exited(0))
    }
  }

  @Test func `one board is enough`() throws {
    try expectEqual(HeadlessProgram.run("one.yml", "--board", "other.yml").status, 2)
  }
}
