import Foundation
import Fuzzing
import PseudoTerminal
import TestSupport
import Testing

/// A single command in `signalbox run` behaves in a pipe as it does without `signalbox run`.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct HeadlessBytesTests {
  private func run(_ script: String, _ options: String...) throws -> HeadlessProgram.Result {
    try HeadlessProgram(["run", "work"] + options, board: Self.board(script)).end()
  }

  private static func board(_ script: String) -> String {
    "actions:\n  work:\n    run: |\n"
      + script.split(separator: "\n").map { "      \($0)\n" }.joined()
  }

  @Test(arguments: 0..<UInt64(4))
  func `any bytes reach standard output as they are`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    let file = FileManager.default.temporaryDirectory.appending(path: "signalbox-\(UUID())")
    try bytes.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try expectEqual(run("cat '\(file.path)'").outputBytes, bytes)
  }

  @Test(arguments: ["", "no newline", "\n\n", "a\rb\r\n", "\u{1B}[31mred\u{1B}[0m\n", "a\0b\t\u{8}\n"])
  func `whatever is special to a terminal is left in`(text: String) throws {
    let encoded = Data(text.utf8).base64EncodedString()
    try expectEqual(run("echo '\(encoded)' | base64 -d").output, text)
  }

  @Test func `standard error is apart, and has our messages unless they are not wanted`() throws {
    let script = #"printf 'out\0'; printf 'err\377' >&2"#
    let quiet = try run(script, "--quiet")
    #expect(quiet.output == "out\0")
    #expect(quiet.messageBytes == Data("err".utf8) + [0xFF])
    let usual = try run(script)
    #expect(usual.output == "out\0")
    #expect(usual.messageBytes.range(of: Data("err".utf8) + [0xFF]) != nil)
    #expect(usual.messages.contains("signalbox: work: run 1 started\n"))
  }

  @Test func `outputs that are one pipe keep the order of everything`() throws {
    let script = "for i in 1 2 3; do echo out $i; echo err $i >&2; done"
    let program = try HeadlessProgram(
      ["run", "work"], board: Self.board(script), joinsOutputs: true)
    let lines = try program.end().output.split(separator: "\n")
    let printed = (1...3).flatMap { ["out \($0)", "err \($0)"] }
    // A box writes what the command prints, and its front end writes the messages.
    let start = "signalbox: work: run 1 started"
    #expect(lines.dropLast().map(String.init).filter { $0 != start } == printed)
    #expect(lines.contains { $0 == start })
    if Way.present == .privately { #expect(lines.first.map(String.init) == start) }
    #expect(lines.last?.hasPrefix("signalbox: work: succeeded after ") == true)
  }

  @Test func `several actions have whole lines of text`() throws {
    let board = #"actions: {a: {run: "printf 'one\\377\\033[31m'"}, b: {run: "printf two >&2"}}"#
    let result = try HeadlessProgram.run("run", "a", "b", "--quiet", board: board)
    #expect(result.output == "one\u{FFFD}\ntwo\n")
    #expect(result.messages == "")
  }

  @Test func `work that is no command tells its lines`() throws {
    let board = "actions: {net: {simulate: {duration: 20ms, value: halfway}}}"
    #expect(try HeadlessProgram.run("run", "net", board: board).output.hasPrefix("halfway\n"))
  }

  @Test func `the copy of the bytes still tells progress, value and end`() throws {
    let board = #"""
      actions:
        work: {run: "echo at 1; echo at 2; exit 3", status: '^at (\d)', retry: {attempts: 2, backoff: 1ms}}
      """#
    let result = try HeadlessProgram.run("run", "work", board: board)
    #expect(result.status == 3)
    #expect(result.output == "at 1\nat 2\nat 1\nat 2\n")
    #expect(result.messages.contains("signalbox: work: exit code 3\n"))
    #expect(result.messages.contains("signalbox: work: retry 2 of 2\n"))
  }

  @Test func `a reader that goes away ends it as in a pipe, also at the very end`() throws {
    let program = try HeadlessProgram(
      ["run", "work", "--quiet"], board: Self.board("echo ready; sleep 0.1; yes | head -c 1000000"))
    #expect(program.line() == "ready")
    try program.closeOutput()
    let result = try program.end(readsOutput: false)
    #expect(result.isSignalled && result.status == SIGPIPE)
  }

  @Test func `a reader that takes its time gets everything`() throws {
    let program = try HeadlessProgram(
      ["run", "work", "--quiet"], board: Self.board("seq 1000000; echo err >&2"))
    #expect(program.line() == "1")
    // The command cannot have ended: it has more to print than is kept in between.
    let result = try program.end()
    #expect(result.status == 0)
    #expect(result.output == (2...1_000_000).map { "\($0)\n" }.joined())
    #expect(result.messages == "err\n")
  }

  @Test func `a command waits for a reader that does not read`() throws {
    // After each 100,000 bytes it says so on standard error.
    let script = "for i in `seq 100`; do yes | head -c 100000; printf . >&2; done"
    let program = try HeadlessProgram(["run", "work", "--quiet"], board: Self.board(script))
    let steps = program.messagesUntilSilent(for: 500).count
    #expect(steps > 0 && steps < 20)
    let result = try program.end()
    #expect(result.outputBytes.count == 10_000_000)
    #expect(result.messageBytes.count == 100 - steps)
  }

  @Test func `a terminal gets text, on either output`() throws {
    let script = #"printf '\033]0;title\007a\0b\n'; printf '\033[2Jc' >&2"#
    // Kept for its directory with the board.
    let program = try HeadlessProgram(["list"], board: Self.board(script))
    _ = try program.end()
    let path = Way.present.program
    for redirection in ["", ">/dev/null", "2>/dev/null"] {
      let terminal = try PseudoTerminal(
        Program(
          "/bin/sh",
          arguments: [
            "-c", "cd '\(program.directory.path)'; \"$0\" run work --quiet \(redirection)", path,
          ]))
      try expectEqual(terminal.waitForEnd(), .exited(0))
      let text = String(decoding: terminal.output, as: UTF8.self)
      let expected = ["": "ab\r\nc\r\n", ">/dev/null": "c\r\n", "2>/dev/null": "ab\r\nc\r\n"][redirection]
      #expect(text == expected, "\(redirection)")
    }
  }
}
