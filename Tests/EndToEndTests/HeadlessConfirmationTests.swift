import PseudoTerminal
import TestSupport
import Testing

/// `run` asks the question of an action (`confirm`) before anything runs.
@Suite(.ownThreads, .timeLimit(.minutes(15)), .bothWays) struct HeadlessConfirmationTests {
  private let board = """
    actions:
      build: {run: echo built}
      deploy: {run: echo deployed, confirm: Deploy to production?}
    """

  @Test func `without a terminal it is refused`() throws {
    let result = try HeadlessProgram.run("run", "build", "deploy", board: board)
    #expect(result.status == 3)
    #expect(result.output == "")
    #expect(
      result.messages == """
        signalbox: deploy: refused: it asks "Deploy to production?", and there is no terminal to answer on; --yes \
        confirms it

        """)
  }

  @Test func `the refusal is an event`() throws {
    let result = try HeadlessProgram.run("run", "deploy", "--json", board: board)
    #expect(result.status == 3)
    #expect(result.output.contains(#""event":"action","action":"deploy","run":null,"state":"refused","#))
    #expect(result.output.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["--yes", "-y"])
  func `an answer can be given in advance`(option: String) throws {
    let result = try HeadlessProgram.run("run", "deploy", option, board: board)
    #expect(result.status == 0)
    #expect(result.output == "deployed\n")
  }

  @Test(arguments: [("y\n", 0), ("n\n", 3), ("\n", 3), ("\u{4}", 3)] as [(String, Int32)])
  func `on a terminal it is asked`(answer: String, status: Int32) throws {
    let terminal = try Sandbox(board).start(["run", "build", "deploy"])
    try terminal.waitFor("signalbox: deploy: Deploy to production? [y/N]")
    #expect(!terminal.screen.text.contains("built"))
    terminal.send(answer)
    try expectEqual(terminal.waitForEnd(), .exited(status))
    #expect(terminal.screen.text.contains("deployed") == (status == 0))
    #expect(terminal.screen.text.contains("deploy: refused: not confirmed") == (status != 0))
  }

  @Test func `a signal ends the question`() throws {
    let terminal = try Sandbox(board).start(["run", "deploy"])
    try terminal.waitFor("[y/N]")
    terminal.send("\u{3}")
    try expectEqual(terminal.waitForEnd(), .signalled(2))
  }
}
