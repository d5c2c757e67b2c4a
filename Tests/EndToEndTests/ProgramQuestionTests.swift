import PseudoTerminal
import TestSupport
import Testing

/// Programs that ask, and people who answer without entering them.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct ProgramQuestionTests {
  private static let board = """
    actions:
      login: { key: l, terminal: full, run: sh login.sh, log: login.log }
      shell: { key: s, run: 'true', enabled-if: login.asks }

    """
  private static let script = """
    stty -echo
    printf "Password: "
    read word
    stty echo
    echo
    printf "Continue? "
    read more
    echo "length ${#word}, $more"

    """

  @Test func `a password and a question are answered from the panel`() throws {
    let sandbox = try Sandbox(Self.board)
    try sandbox.write(Self.script, to: "login.sh")
    let panel = try sandbox.panel()
    try panel.waitFor("needs login")
    panel.send("l")
    try panel.waitFor("? asks login: Password:")
    try panel.waitFor("i answer")
    try panel.waitUntil("the guard") { !$0.text.contains("needs login") }
    panel.send("i")
    try panel.waitFor("Enter answer")
    panel.send("zebra")
    try panel.waitFor("Password: *****")
    panel.send("\r")
    try panel.waitFor("asks login: Continue?")
    panel.send("i")
    try panel.waitFor("Enter answer")
    panel.send("sure\r")
    try panel.waitFor("length 5, sure")
    try panel.waitFor("✓ succeeded")
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    #expect(!String(decoding: panel.output, as: UTF8.self).contains("zebra"))
    let log = try sandbox.text(of: "login.log")
    #expect(log.contains("length 5, sure"))
    #expect(!log.contains("zebra"))
  }
}
