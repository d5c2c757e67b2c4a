import Foundation
import PseudoTerminal
import Testing

/// Variables in a board have the values of the front end that asks for a run.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct VariablesTests {
  private let board = """
    actions:
      show: { run: 'echo $A; pwd', dir: '${PLACE:-.}', env: { A: 'to ${WHO}' } }
    """

  @Test func `each run has the values of its front end`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(board, to: "signalbox.yml")
    try sandbox.makeDirectory("work")
    let first = try HeadlessProgram(["run", "show", "--quiet"], on: sandbox, environment: ["WHO": "ada"])
      .end()
    #expect(first.output.hasPrefix("to ada\n"), "\(first.messages)")
    let second = try HeadlessProgram(
      ["run", "show", "--quiet"], on: sandbox, environment: ["WHO": "bob", "PLACE": "work"]
    ).end()
    #expect(second.output.hasPrefix("to bob\n"), "\(second.messages)")
    #expect(second.output.hasSuffix("/work\n"))
    let third = try HeadlessProgram(["run", "show"], on: sandbox).end()
    #expect(third.status == 1)
    #expect(third.messages.contains("cannot start: env: the environment variable WHO is not set"))
  }

  @Test func `check lists what is not set`() throws {
    let unset = try HeadlessProgram.run("check", board: board)
    #expect(unset.status == 0)
    #expect(
      unset.output == """
        signalbox.yml: 1 action, no mistakes
        WHO is not set here, so show cannot start

        """)
    let set = try HeadlessProgram.run("check", board: board, environment: ["WHO": "ada"])
    #expect(set.output == "signalbox.yml: 1 action, no mistakes\n")
  }

  @Test func `the caller overrides a file of variables`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("actions: { show: { run: 'echo $PORT', env-file: .env } }", to: "signalbox.yml")
    try sandbox.write("PORT=1000", to: ".env")
    let usual = try HeadlessProgram(["run", "show", "--quiet"], on: sandbox).end()
    #expect(usual.output == "1000\n", "\(usual.messages)")
    let own = try HeadlessProgram(["run", "show", "--quiet"], on: sandbox, environment: ["PORT": "4000"])
      .end()
    #expect(own.output == "4000\n", "\(own.messages)")
  }

  @Test func `check reads files of variables without showing them`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("actions: { show: { run: 'echo $PORT', env-file: .env } }", to: "signalbox.yml")
    let missing = try HeadlessProgram(["check"], on: sandbox).end()
    #expect(missing.status == 0)
    #expect(missing.output.contains(".env: cannot be read: No such file or directory, so show cannot start"))
    try sandbox.write("PORT=1000\nmy secret", to: ".env")
    let mistaken = try HeadlessProgram(["check"], on: sandbox).end()
    #expect(mistaken.status == 78)
    #expect(mistaken.output == "")
    #expect(mistaken.messages.hasSuffix("/.env: line 2 is not NAME=value\n"), "\(mistaken.messages)")
    #expect(!mistaken.messages.contains("secret"))
  }
}
