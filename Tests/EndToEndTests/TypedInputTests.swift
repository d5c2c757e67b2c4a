import Foundation
import PseudoTerminal
import Rendezvous
import TestSupport
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
    let panel = try Sandbox(board).panel()
    try panel.waitFor("release")
    panel.send("r")
    try panel.waitFor("Version:")
    panel.send("x1\r")
    try panel.waitFor("does not match")
    panel.send("\u{15}1.2\r")
    try panel.waitFor("got 1.2.")
  }

  @Test(
    arguments: [
      ("echo 1.2", 0, "got 1.2.\n", ""), ("printf 1.3", 0, "got 1.3.\n", ""),
      ("printf '1.4\\nmore\\n'", 0, "got 1.4.\n", ""),
      (":", 2, "", "signalbox: --input -: standard input has no line\n"),
      ("echo latest", 2, "", "signalbox: --input: Version does not match `^\\d`\n"),
      (
        "printf '1\\r\\n'", 2, "", "signalbox: --input: Version must be one line without control characters\n"
      ),
      ("printf '1\\377\\n'", 2, "", "signalbox: --input -: the line is not UTF-8\n"),
      ("head -c 100000 /dev/zero", 2, "", "signalbox: --input -: the line is longer than 65536 bytes\n"),
    ])
  func `run reads the input from standard input`(
    writer: String, status: Int32, output: String, messages: String
  ) throws {
    let program = try HeadlessProgram(
      ["run", "release", "--quiet", "--input", "-"], board: board, redirection: "< line",
      prelude: "\(writer) > line")
    let result = try program.end()
    #expect(result.status == status)
    #expect(result.output == output)
    #expect(result.messages == messages)
  }

  @Test func `a hidden input is not shown and not kept`() throws {
    let sandbox = try Sandbox(
      """
      actions:
        login:
          key: r
          run: 'case $INPUT in s3cr??) echo welcome;; esac'
          input: { prompt: Password, hidden: true }
      """)
    let panel = try sandbox.panel()
    try panel.waitFor("login")
    panel.send("r")
    try panel.waitFor("Password:")
    panel.send("s3cret")
    try panel.waitFor("******")
    panel.send("\r")
    try panel.waitFor("welcome")
    panel.send("\u{12}")
    try panel.waitFor("Runs of login")
    #expect(!String(decoding: panel.output, as: UTF8.self).contains("s3cret"))
    let list = try HeadlessProgram(["list", "--json"], on: sandbox).end()
    #expect(!list.output.contains("s3cret"))
  }

  @Test func `a hidden input is not in the file of results`() throws {
    let board = try SharedBoard("  login: { run: 'true', input: { prompt: Password, hidden: true } }\n")
    try expectEqual(board.run("run", "login", "--input", "s3cret", "--quiet").status, 0)
    let results = try String(contentsOfFile: board.places().results, encoding: .utf8)
    #expect(results.contains("login") && !results.contains("s3cret"))
    #expect(try board.run("list").output.contains("succeeded"))
  }
}
