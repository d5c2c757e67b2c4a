import Board
import Configuration
import TestSupport
import Testing

@testable import Projects

@Suite(.timeLimit(.minutes(15))) struct ProjectTests {
  @Test func `files become groups, and equal names answer to the names of their files`() throws {
    let found = Found([
      "Makefile": ".PHONY: build test\nbuild:\ntest:\n",
      "package.json": #"{"scripts": {"build": "tsc", "lint": "eslint", "network": "x"}}"#,
    ])
    let board = try found.board()
    #expect(board.title == "shop")
    #expect(found.ids == ["build", "test", "npm-build", "lint", "network_"])
    #expect(board.actions.map(\.notes.group).prefix(1) == ["make · Makefile"])
    #expect(board["npm-build"]?.notes.group == "npm · package.json")
    #expect(board.actions(named: "make:build").map(\.id) == ["build"])
    #expect(board.actions(named: "npm:build").map(\.id) == ["npm-build"])
    #expect(board.actions(named: "build").map(\.id) == ["build", "npm-build"])
    #expect(board.actions(named: "lint").map(\.id) == ["lint"])
    #expect(board.actions(named: "none").isEmpty)
  }

  @Test func `fallbacks are only looked at where nothing else is`() {
    #expect(Found(["go.mod": "module x", "Makefile": "a:\n"]).ids == ["a"])
    #expect(Found(["go.mod": "module x"]).ids == ["build", "test", "vet"])
    #expect(
      Found(["Cargo.toml": "", "Package.swift": ""]).ids == [
        "build", "test", "run", "clippy", "swift-build", "swift-test",
      ])
  }

  @Test(arguments: [
    "network", "errors", "é", "😀", "../x", "a b", "constructor", "\u{202E}x",
    String(repeating: "n", count: 1_000),
  ])
  func `strange names are safe, or left out`(name: String) throws {
    let found = Found(["package.json": "{\"scripts\": {\"\(name)\": \"true\", \"other\": \"true\"}}"])
    let board = try found.board()
    #expect(board["other"] != nil)
    #expect(board.actions.count + found.remarks.count == 2)
  }

  @Test func `a name that is too long for YAML is a mistake with its place`() {
    let name = String(repeating: "n", count: 10_000)
    let found = Found(["package.json": "{\"scripts\": {\n\"\(name)\": \"true\"}}"])
    #expect(found.project.mistakes.first?.location?.line == 2)
  }

  @Test func `names that are equal after changing stay two actions`() throws {
    let found = Found(["package.json": #"{"scripts": {"a:b": "1", "a.b": "2", "a_b": "3"}}"#])
    #expect(found.ids == ["a_b", "a_b_2", "a_b_3"])
    try expectEqual(found.words("a_b_2"), ["npm", "run", "a.b"])
    try expectEqual(found.board().actions(named: "a.b").map(\.id), ["a_b_2"])
  }

  @Test func `agents ask a person first, since nobody has said in the files what they may press`() throws {
    let board = try Found(["Makefile": "test:\n\ttrue\n", "Procfile": "web: ./serve\n"]).board()
    #expect(board.actions.map(\.agents.reach) == [.ask, .ask])
  }

  @Test func `nothing of a file starts by itself, even if its program would start it`() throws {
    let found = Found(["Procfile": "web: ./serve\nworker: ./work\n"])
    let opened = try found.board().actions
    #expect(opened.count == 2 && opened.allSatisfy { $0.start == .manual && $0.every == nil })
    let written = BoardText(found.project, startsServices: true).textWithComments
    let actions = try Board.parse(written, file: "x.yml").actions
    #expect(actions.count == 2 && actions.allSatisfy { $0.start == .withBoard })
  }

  @Test func `a variable whose name is far too long is left out, and its action is not`() throws {
    let name = String(repeating: "V", count: 2_000)
    let found = Found(["process-compose.yml": "processes: {a: {command: x, environment: [\(name)=1, B=2]}}\n"]
    )
    try expectEqual(found.board().actions.map(\.id), ["a"])
    #expect(found.remarks.contains { $0.contains("is no name for a variable") }, "\(found.remarks)")
  }
}
