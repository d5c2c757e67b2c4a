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
    let desk = try Desk()
    try desk.write(board, to: "signalbox.yml")
    try desk.makeDirectory("work")
    let first = try HeadlessProgram(["run", "show", "--quiet"], on: desk, environment: ["WHO": "ada"]).end()
    #expect(first.output.hasPrefix("to ada\n"), "\(first.messages)")
    let second = try HeadlessProgram(
      ["run", "show", "--quiet"], on: desk, environment: ["WHO": "bob", "PLACE": "work"]
    ).end()
    #expect(second.output.hasPrefix("to bob\n"), "\(second.messages)")
    #expect(second.output.hasSuffix("/work\n"))
    let third = try HeadlessProgram(["run", "show"], on: desk).end()
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
}
