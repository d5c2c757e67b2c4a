import Foundation
import TestSupport
import Testing

/// `signalbox run` ends with the code that says what happened, and prints what the commands print.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct HeadlessRunTests {
  @Test(
    arguments: [
      (["hello"], 0), (["seven"], 7), (["hello", "seven"], 1), (["killed"], 143), (["hello", "killed"], 1),
      (["slow"], 124), (["hello", "slow"], 124), (["missing"], 1), (["after"], 3), (["hello", "after"], 0),
      (["seven", "hello"], 1), (["helo"], 2), ([], 2), (["hello", "--nonsense"], 2), (["pick"], 2),
      (["pick", "--input", "two"], 0), (["pick", "--input", "three"], 2),
      (["hello", "--board", "none.yml"], 78),
    ] as [([String], Int32)])
  func `the exit code says what happened`(arguments: [String], status: Int32) throws {
    let result = try HeadlessProgram(["run"] + arguments).end()
    #expect(result.status == status, "\(result.messages)")
    #expect(!result.isSignalled)
  }

  @Test func `standard output has what the commands print and nothing else`() throws {
    let result = try HeadlessProgram.run("run", "hello", "after")
    #expect(result.output == "hello\nworld\nafter\n")
    #expect(result.messages.contains("signalbox: hello: succeeded after "))
  }

  @Test func `quiet prints no messages`() throws {
    try expectEqual(HeadlessProgram.run("run", "hello", "--quiet").messages, "")
  }

  @Test(
    arguments: [
      ("missing", "failed after # ms: cannot start: /nonexistent/program: No such file or directory"),
      ("seven", "failed after # ms: exit code 7"), ("killed", "failed after # ms: ended by SIGTERM"),
      ("slow", "failed after # ms: timed out after 200 ms"),
      ("probe", "failed after # ms: connection refused"),
    ])
  func `quiet hides no reason`(action: String, reason: String) throws {
    let board = HeadlessProgram.board + "\n  probe: { tcp: '127.0.0.1:1' }\n"
    let result = try HeadlessProgram.run("run", action, "--quiet", board: board)
    let words = result.messages.replacing(#/after \d+ (?:ms|s)/#.ignoresCase(), maxReplacements: 1) { _ in
      "after # ms"
    }
    #expect(words == "signalbox: \(action): \(reason)\n")
  }

  @Test(
    arguments: [
      ("plain", ["hello"], 0), ("plain", ["seven"], 1), ("plain", ["slow"], 124), ("plain", ["after"], 3),
      ("plain", ["missing"], 1), ("plain", ["killed"], 1), ("plain", ["helo"], 2), ("bisect", ["hello"], 0),
      ("bisect", ["seven"], 1), ("bisect", ["seven", "hello"], 125), ("bisect", ["hello", "seven"], 1),
      ("bisect", ["after"], 125), ("bisect", ["missing"], 125), ("bisect", ["killed"], 1),
      ("bisect", ["slow"], 1), ("bisect", ["helo"], 125), ("bisect", ["hello", "--nonsense"], 125),
      ("bisect", ["hello", "--board", "none.yml"], 125), ("nonsense", ["hello"], 2),
    ] as [(String, [String], Int32)])
  func `the exit code is mapped`(map: String, arguments: [String], status: Int32) throws {
    let result = try HeadlessProgram(["run"] + arguments + ["--exit-map", map]).end()
    #expect(result.status == status, "\(result.messages)")
    #expect(!result.isSignalled)
  }

  @Test func `git bisect finds the commit that broke a test`() throws {
    let sandbox = try Sandbox(
      "actions: { build: { run: test -e source }, test: { run: 'grep -q good source', enabled-if: build.succeeded } }"
    )
    let script = """
      set -e
      git init -q; git config user.email a@b.c; git config user.name a
      commit() { git add -A; git commit -qm "$1"; }
      echo good >source; commit 1; echo good, too >source; commit 2
      rm source; commit 3; mv signalbox.yml away; commit 4; mv away signalbox.yml
      echo good again >source; commit 5; echo bad >source; commit 6; echo bad, too >source; commit 7
      git bisect start HEAD HEAD~6 >/dev/null
      git bisect run \(Way.present.program) run build test --quiet --exit-map bisect
      """
    let program = try HeadlessProgram([], on: sandbox, redirection: "", prelude: "( \(script) ); exit $?")
    let result = try program.end()
    #expect(result.status == 0, "\(result.messages)")
    #expect(result.output.contains("is the first bad commit"))
    #expect(result.output.contains("\n    6\n"), "\(result.output)")
  }

  @Test(
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/full")),
    arguments: ["--help", "--version", "help run", "run --help", "list", "why hello", "check", "run hello"])
  func `output that cannot be written is a failure`(arguments: String) throws {
    let words = arguments.split(separator: " ").map(String.init)
    let result = try HeadlessProgram(words, redirection: ">/dev/full").end()
    #expect(result.status == 1, "\(result.messages)")
    #expect(
      result.messages.hasSuffix("signalbox: cannot write to standard output: No space left on device\n"))
  }

  @Test func `it stops at the first action that does not succeed`() throws {
    try expectEqual(HeadlessProgram.run("run", "seven", "hello").output, "")
  }

  @Test func `a refusal contains its reason`() throws {
    let result = try HeadlessProgram.run("run", "after")
    #expect(result.messages == "signalbox: after: refused: needs hello.succeeded\n")
    #expect(result.output == "")
  }

  @Test func `waiting ends when nothing can unlock the action`() throws {
    let result = try HeadlessProgram.run("run", "--wait", "after")
    #expect(result.status == 3)
    #expect(result.messages.hasSuffix("needs hello.succeeded; nothing runs that could change that\n"))
  }

  @Test func `waiting ends when the guard holds`() throws {
    let board = """
      actions:
        fails: {run: exit 1, error: {reset: 300ms}}
        works: {run: "true"}
        calm: {run: echo calm, enabled-if: "!network.busy"}
        net: {simulate: {duration: 50ms}}
      """
    let result = try HeadlessProgram.run("run", "--wait", "net", "calm", board: board)
    #expect(result.status == 0, "\(result.messages)")
    #expect(result.output.hasSuffix("calm\n"))
  }

  @Test(
    arguments: [
      ["run"], ["why"], ["cancel"], ["restart"], ["plan"], ["history"], ["output"], ["wait", "--end"],
      ["takeover", "--reason", "it is gone"],
    ])
  func `an unknown action gets similar names, whatever the command`(command: [String]) throws {
    let result = try HeadlessProgram(command + ["helo"]).end()
    #expect(result.status == 2, "\(result.messages)")
    #expect(result.messages == "signalbox: there is no action `helo`. Near: hello\n")
  }

  @Test func `the input reaches the command`() throws {
    try expectEqual(HeadlessProgram.run("run", "pick", "--input", "two").output, "got two\n")
  }

  @Test func `mistakes in the board end it before any action starts`() throws {
    let result = try HeadlessProgram.run("run", "a", board: "actions: {a: {rum: x}}")
    #expect(result.status == 78)
    #expect(result.output == "")
    #expect(result.messages.contains("unknown key `rum`"))
  }
}
