import Board
import TestSupport
import Testing

@testable import Projects

/// What the panel shows of the file that an action comes from, before it has run.
@Suite(.timeLimit(.minutes(15))) struct OriginTests {
  private func origin(_ files: [String: String], of id: String = "a") throws -> ActionOrigin {
    let found = Found(files)
    var board = try found.board()
    #expect(board.origins.isEmpty)
    BoardText(found.project).complete(&board)
    #expect(Set(board.origins.keys) == Set(board.actions.map(\.id)))
    return try #require(board.origins[id]).shown
  }

  @Test func `the file and the line are those of what defines it`() throws {
    let files = ["Makefile": "include more.mk\nb:\n", "more.mk": "\n\n.PHONY: a b\na:\n\tone\n\ttwo\n"]
    try expectEqual(origin(files), ActionOrigin(file: "more.mk", line: 4, body: ["one", "two"]))
    try expectEqual(origin(files, of: "b").place, "Makefile:2")
  }

  @Test func `lines are safe to show, not empty and not too long, and at most 12`() throws {
    let long = String(repeating: "x", count: 300)
    let text = "a:\n\techo \u{1B}[2J \t b\u{202E}\n\t \n\t\(long)\n"
    let body = try origin(["Makefile": text]).body
    #expect(body == ["echo \u{FFFD}[2J b\u{FFFD}", String(repeating: "x", count: 199) + "…"])
    let lines = (1...20).map { "  - echo \($0)\n" }.joined()
    for file in [
      ["Makefile": "a:\n" + (1...20).map { "\techo \($0)\n" }.joined()],
      ["justfile": "a:\n" + (1...20).map { "    echo \($0)\n" }.joined()],
      ["Taskfile.yml": "version: '3'\ntasks:\n a:\n  cmds:\n" + lines],
    ] {
      try expectEqual(origin(file).body, (1...12).map { "echo \($0)" })
    }
    let origin = ForeignOrigin(
      identity: "", file: "a\u{1B}b", line: 1, body: (1...13).map(String.init), known: [])
    #expect(origin.shown == ActionOrigin(file: "a\u{FFFD}b", line: 1, body: (1...12).map(String.init)))
  }

  @Test func `a single line that is shown beside it is not repeated`() throws {
    try expectEqual(origin(["package.json": #"{"scripts": {"a": "tsc  -p ."}}"#]).body, [])
    try expectEqual(origin(["justfile": "a:\n    just  build\n"]).body, [])
    try expectEqual(origin(["justfile": "# What it does\na:\n    just  build\n"]).body, ["just build"])
    try expectEqual(origin(["justfile": "a:\n    one\n    two\n"]).body, ["one", "two"])
    try expectEqual(origin(["Makefile": "a:\n\tmake  a\n"]).body, [])
    let command = ForeignOrigin(
      identity: "", file: "f", line: 1, body: ["make\ta", ""], known: ["other", "make a"])
    #expect(command.shown.body == [])
  }

  @Test func `an action is the same one as long as its format and its name are`() throws {
    func identities(_ files: [String: String]) -> [String] {
      Found(files).project.namedActions().map(\.identity)
    }
    let processes = "processes: {web: {command: x}}\n"
    #expect(identities(["justfile": "a:\n    x\n"]) == ["just a"])
    // The file of the project may have any of the names of its format.
    #expect(identities([".justfile": "b:\na:\n    x\n"]) == ["just b", "just a"])
    #expect(
      identities(["process-compose.yml": processes, "compose.yml": processes]) == [
        "process-compose web", "compose.yml web",
      ])
  }
}
