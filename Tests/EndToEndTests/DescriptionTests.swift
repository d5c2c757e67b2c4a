import Foundation
import PseudoTerminal
import Testing

/// What an action is for, and what it does, can be read before it is started.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct DescriptionTests {
  private let board = """
    actions:
      build: { key: b, title: Build, description: Compiles everything, run: 'echo built it' }
      health: { http: 'http://localhost:1/?token=secret' }
    """

  @Test func `list, why and JSON describe an action`() throws {
    let list = try HeadlessProgram.run("list", board: board).output
    #expect(list.hasPrefix("b  build   Build  Compiles everything  idle\n"), "\(list)")
    let why = try HeadlessProgram.run("why", "build", board: board).output
    #expect(why == "build: always unlocked, it has no guard\n  Compiles everything\n  run: echo built it\n")
    let json = try HeadlessProgram.run("list", "--json", board: board).output
    #expect(
      json.contains(#""description":"Compiles everything","work":"echo built it","left_running":null}"#))
    #expect(json.contains(#""description":null,"work":"GET http://localhost:1/","left_running":null}"#))
    #expect(!json.contains("secret"))
  }

  @Test func `the panel shows the command until it has printed something`() throws {
    let panel = try Sandbox(board).panel()
    try panel.waitFor("Compiles everything")
    try panel.waitFor("$ echo built it")
    panel.send("b")
    try panel.waitFor("  built it")
    try panel.waitUntil("the command has gone") { !$0.text.contains("$ echo built it") }
  }
}
