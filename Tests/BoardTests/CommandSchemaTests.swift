import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct CommandSchemaTests {
  private func command(_ text: String, of action: String = "a") throws -> CommandDefinition? {
    let board = try Board.parse(text, file: "board.yml")
    guard case .command(let command) = board[action]?.work else { return nil }
    return command
  }

  @Test func `text is for sh, for the shell of the board, or for that of the action`() throws {
    try expectEqual(command("actions: { a: { run: x } }")?.invocation, .shell("x"))
    let board =
      "shell: [bash, -euc]\nactions:\n  a: { run: x }\n  b: { run: x, shell: [zsh, -c] }\n  c: { run: [x] }"
    try expectEqual(command(board)?.invocation, .text("x", shell: ["bash", "-euc"]))
    try expectEqual(command(board, of: "b")?.invocation, .text("x", shell: ["zsh", "-c"]))
    try expectEqual(command(board, of: "c")?.invocation, .arguments(["x"]))
  }

  @Test func `the commands of stop and notify have the shell of the action, too`() throws {
    let board = try Board.parse(
      """
      shell: [bash, -c]
      env: { WHO: ada }
      actions:
        a: { run: x, stop: { command: y }, notify: { when: failed, command: z } }
        b: { run: x, shell: [zsh, -c], stop: { command: y }, notify: { when: failed, command: z } }
      """, file: "board.yml")
    #expect(board["a"]?.stop.command == .text("y", shell: ["bash", "-c"]))
    #expect(board["b"]?.stop.command == .text("y", shell: ["zsh", "-c"]))
    #expect(board["a"]?.notify?.command?.invocation == .text("z", shell: ["bash", "-c"]))
    #expect(board["b"]?.notify?.command?.invocation == .text("z", shell: ["zsh", "-c"]))
    #expect(board["a"]?.notify?.command?.environment == ["WHO": "ada"])
  }

  @Test(arguments: [
    ("#!/bin/bash\nx", ["/bin/bash"]), ("#! /usr/bin/env  python3 \nx", ["/usr/bin/env", "python3"]),
    ("#!/usr/bin/env -S deno run --quiet\nx", ["/usr/bin/env", "-S deno run --quiet"]),
  ])
  func `a first line names the interpreter, whatever the shell is`(text: String, interpreter: [String]) throws
  {
    let lines = text.replacing("\n", with: "\n      ")
    try expectEqual(
      command("shell: [bash, -c]\nactions:\n  a:\n    run: |-\n      \(lines)\n")?.invocation,
      .script(text, interpreter: interpreter))
  }

  @Test func `a first line that names nothing, and a shell that reads files, are mistakes`() {
    #expect(
      mistakes(inAction: "a: { run: '#!' }") == ["2:13: the first line of `run`, `#!`, names no program"])
    #expect(
      mistakes(inAction: "a: { run: x, shell: [/bin/bash, -eu] }") == [
        "2:23: `shell` needs `-c`: without it, `/bin/bash` takes the text of `run` for the name of a file | for instance [bash, -euo, pipefail, -c]"
      ])
    #expect(mistakes(inAction: "a: { run: x, shell: [python3, -c] }") == [])
    #expect(
      mistakes(inAction: "a: { run: x, shell: bash }") == [
        "2:23: `shell` must be a list of a program and its arguments such as [bash, -euo, pipefail, -c], not `bash` | the text of `run` is added as the last argument"
      ])
    #expect(
      mistakes(inAction: "a: { run: [x], shell: [sh, -c] }") == [
        "2:18: `shell` has no effect: `run` is a list"
      ])
    #expect(mistakes(inAction: "a: { tcp: 'a:1', shell: [sh, -c] }") == ["2:20: `shell` requires `run`"])
  }

  @Test func `a board has directories, variables and files for all actions`() throws {
    let board = """
      dir: '${WHERE}'
      env: { ONE: board, TWO: board }
      env-file: .env
      actions:
        a: { run: x }
        b: { run: x, dir: sub, env: { TWO: action, THREE: action }, env-file: own }
      """
    let first = try command(board)
    #expect(first?.directory.map { "\($0)" } == "${WHERE}")
    #expect(first?.environment == ["ONE": "board", "TWO": "board"])
    #expect(first?.environmentFiles == [".env"])
    let second = try command(board, of: "b")
    #expect(second?.directory == "sub")
    #expect(second?.environment == ["ONE": "board", "TWO": "action", "THREE": "action"])
    #expect(second?.environmentFiles == [".env", "own"])
  }

  @Test func `a probe needs no shell, although the board has one`() throws {
    let board = try Board.parse("shell: [bash, -c]\nactions: { a: { tcp: 'a:1' } }", file: "board.yml")
    #expect(board["a"]?.work == .tcp(TCPProbe(host: "a", port: 1)))
  }
}
