import Board
import TestSupport
import Testing

/// Which programs the press that starts them enters, too.
@Suite(.timeLimit(.minutes(15))) struct EnterPolicyTests {
  private func policy(_ options: String) throws -> EnterPolicy? {
    let board = try Board.parse("actions: { a: { \(options) } }", file: "board.yml")
    guard case .command(let command) = board.actions[0].work else { return nil }
    return command.enter
  }

  @Test(arguments: [
    "ssh staging", "exec ssh -p 22 me@staging", "TERM=xterm vim notes.txt", "/bin/bash", "bash -l",
    "python3 -q",
    "psql shop", "[ssh, -t, staging, top]", "[/usr/bin/nano, +12, a.txt]", "less log.txt", "sqlite3 a.db",
    "fish",
  ])
  func `shells, editors, consoles and ssh are entered when they are pressed`(command: String) throws {
    try expectEqual(
      policy("terminal: full, run: \(command.first == "[" ? command : "'\(command)'")"), .whenPressed)
  }

  @Test(arguments: [
    "ssh staging uptime", "ssh -p 22 staging uptime", "bash deploy.sh", "bash -c date", "bash -lc date",
    "python3 x.py", "psql -c 1", "psql --command=1", "vim a; make", "make", "sudo ./deploy.sh",
    "[python3, -m, http]",
    "[bash, -c, vim]", "git rebase",
  ])
  func `what does something by itself is entered on request`(command: String) throws {
    try expectEqual(
      policy("terminal: full, run: \(command.first == "[" ? command : "'\(command)'")"), .onRequest)
  }

  @Test func `the board can say it, and only where there is a terminal`() throws {
    try expectEqual(policy("terminal: full, run: make, enter: when-pressed"), .whenPressed)
    try expectEqual(policy("terminal: full, run: bash, enter: on-request"), .onRequest)
    try expectEqual(policy("run: bash"), nil)
    #expect(
      mistakes(inAction: "a: { run: bash, enter: when-pressed }")
        == ["2:19: only a command with `terminal: full` can be entered, so `enter` has no effect"])
    #expect(mistakes(inAction: "a: { tcp: 'a:1', enter: on-request }") == ["2:20: `enter` requires `run`"])
  }
}
