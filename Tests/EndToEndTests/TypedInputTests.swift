import Foundation
import PseudoTerminal
import Testing

/// Inputs that a person types.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct TypedInputTests {
  private let board = """
    actions:
      release:
        key: r
        run: 'echo "got $INPUT."'
        input: { prompt: Version, matches: '^\\d' }
    """

  @Test func `run passes the input on as a variable`() throws {
    let result = try HeadlessProgram.run("run", "release", "--input", "1; echo $HOME '", board: board)
    #expect(result.output == "got 1; echo $HOME '.\n")
  }

  @Test func `an input that is missing or does not match is a mistake of the command line`() throws {
    let missing = try HeadlessProgram.run("run", "release", board: board)
    #expect(missing.status == 2)
    #expect(missing.messages.contains("`release` needs --input: Version"))
    let wrong = try HeadlessProgram.run("run", "release", "--input", "latest", board: board)
    #expect(wrong.status == 2)
    #expect(wrong.messages.contains("--input: Version does not match `^\\d`"))
  }

  @Test func `the panel asks for the input`() throws {
    let panel = try Desk(board).panel()
    try panel.waitFor("release")
    panel.send("r")
    try panel.waitFor("Version:")
    panel.send("x1\r")
    try panel.waitFor("does not match")
    panel.send("\u{15}1.2\r")
    try panel.waitFor("got 1.2.")
  }
}
