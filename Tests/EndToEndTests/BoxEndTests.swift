import Foundation
import PseudoTerminal
import Rendezvous
import TerminalUI
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A box that is killed takes its commands with it, and its front ends say so.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct BoxEndTests {
  private static let actions = """
      work: { key: w, title: Work, run: 'exec 9> $LIFELINE; echo $$; trap "" TERM; while :; do sleep 1; done' }
      hello: { key: h, title: Hello, run: echo hello }
    """

  @Test(arguments: [false, true])
  func `stop asks what a guard needs after what needs it, and stop --now asks nobody`(isNow: Bool) throws {
    // The first one takes its time, so that the other one would be first if both were asked at once.
    let program =
      "trap \"sleep $PAUSE; echo $NAME >> asked; exit\" TERM; echo up; while :; do sleep 0.01; done"
    let board = try SharedBoard(
      """
        db: { run: '\(program)', env: { NAME: db, PAUSE: 0 }, service: true, ready: { line: up } }
        web: { run: '\(program)', env: { NAME: web, PAUSE: 0.5 }, service: true, ready: { line: up }, enabled-if: db.ready }

      """)
    for name in ["db", "web"] { try expectEqual(board.run("run", "--detach", name).status, 0) }
    let result = try isNow ? board.run("stop", "--now") : board.run("stop")
    #expect(result.status == 0)
    #expect(result.messages == (isNow ? "" : "signalbox: waiting for db and web\n"))
    let asked = try? String(contentsOfFile: board.sandbox.path(of: "asked"), encoding: .utf8)
    #expect(asked == (isNow ? nil : "web\ndb\n"))
  }

  @Test func `a run whose box is killed ends with code 75, and its command is gone`() throws {
    let board = try SharedBoard(Self.actions)
    let lifeline = try board.sandbox.lifeline()
    let run = try board.start("run", "work", environment: ["LIFELINE": lifeline.path])
    let process = try #require(Int32(run.line()))
    // What the command prints can come before the answer to the start, and the message comes after it.
    let begun = run.messagesUntilSilent(for: 100)
    try #require(String(decoding: begun, as: UTF8.self) == "signalbox: work: run 1 started\n")
    kill(try board.box(), SIGKILL)
    let result = try run.end()
    #expect(result.status == 75)
    #expect(
      result.messages == "signalbox: work: its box has ended, so its result is not known\n")
    #expect(lifeline.hasEnded())
    #expect(eventually { !isAlive(process) })
    try expectEqual(board.run("run", "hello", "--quiet").output, "hello\n")
  }

  @Test func `watching a box that is killed ends`() throws {
    let board = try SharedBoard("  probe: { run: echo fine, every: 1h }\n")
    let watch = try board.start("watch")
    #expect(watch.line() == "probe: running")
    kill(try board.box(), SIGKILL)
    let result = try watch.end()
    #expect(result.status == 75)
    #expect(result.messages == "signalbox: the box has ended\n")
  }

  @Test func `a panel keeps the picture of a box that was killed, and Enter starts another`() throws {
    let board = try SharedBoard(Self.actions)
    let lifeline = try board.sandbox.lifeline()
    let panel = try board.sandbox.panel()
    panel.send("h")
    try panel.waitFor("  hello")
    panel.send("w")
    let process = try #require(try number(in: panel))
    let box = try board.box()
    kill(box, SIGKILL)
    try panel.waitFor("The box has ended: Enter starts a new one")
    try panel.waitFor("The box has ended: what runs is unknown")
    #expect(lifeline.hasEnded())
    #expect(eventually { !isAlive(process) })
    #expect(panel.screen.text.contains("Work   ? unknown"))
    #expect(panel.screen.text.contains("Hello  ✓ succeeded"))
    panel.send("h")
    try panel.waitFor("The box has ended: Enter starts a new one")
    panel.send("?")
    try panel.waitFor("─ Keys ─")
    panel.send("\u{1B}")
    try panel.waitUntil("no help") { !$0.text.contains("─ Keys ─") }
    // Nothing moves in a picture of the past.
    #expect(panel.settle(for: .milliseconds(1500)))

    panel.send("\r")
    try panel.waitUntil("the new box") {
      !$0.text.contains("he box has ended") && $0.text.contains("✗ failed")
    }
    #expect(try board.record().process != box)
    try panel.waitUntil("no message") { !$0.text.contains("Enter starts") }
    panel.send("h")
    try panel.waitFor("  hello")
    try panel.waitFor("✓ succeeded after")
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    expectGivenBack(panel)
  }

  @Test func `every panel of a board joins the box that one of them starts`() throws {
    let board = try SharedBoard(Self.actions)
    let panels = [
      try board.sandbox.panel(), try board.sandbox.panel(), try board.sandbox.panel(["--read-only"]),
    ]
    kill(try board.box(), SIGKILL)
    for panel in panels { try panel.waitFor("The box has ended: what runs is unknown") }
    panels[0].send("\r")
    for panel in panels { try panel.waitUntil("the new box") { !$0.text.contains("he box has ended") } }
    panels[0].send("h")
    for panel in panels { try panel.waitFor("Hello  ✓ succeeded") }
  }

  private func number(in panel: PseudoTerminal) throws -> Int32? {
    var number: Int32?
    try panel.waitUntil("the process") { screen in
      let rows = screen.text.split(separator: "\n").map {
        $0.filter(\.isNumber) + ($0.contains("  ") ? "" : "x")
      }
      number =
        zip(screen.text.split(separator: "\n"), rows).lazy
        .filter { row, digits in row.trimmingCharacters(in: .init(charactersIn: "│ ")) == digits }
        .compactMap { Int32($1) }.first
      return number != nil
    }
    return number
  }

  @Test func `quitting a panel whose box has ended asks nothing`() throws {
    let board = try SharedBoard(Self.actions)
    let lifeline = try board.sandbox.lifeline()
    let panel = try board.sandbox.panel()
    panel.send("w")
    // The command has opened the lifeline.
    _ = try #require(try number(in: panel))
    kill(try board.box(), SIGKILL)
    try panel.waitFor("The box has ended")
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    expectGivenBack(panel)
    #expect(lifeline.hasEnded())
  }

  @Test func `an open question closes with its box`() throws {
    let board = try SharedBoard(Self.actions)
    _ = try board.sandbox.lifeline()
    let panel = try board.sandbox.panel()
    panel.send("w")
    try panel.waitFor("Work   ● running")
    panel.send("w")
    try panel.waitFor("Cancel Work?")
    kill(try board.box(), SIGKILL)
    try panel.waitFor("The box has ended: Enter starts a new one")
    #expect(!panel.screen.text.contains("Cancel Work?"))
  }

  @Test func `Enter says why there can be no new box, and can be pressed again`() throws {
    let board = try SharedBoard(Self.actions)
    let panel = try board.sandbox.panel()
    let text = try board.sandbox.text(of: "signalbox.yml")
    kill(try board.box(), SIGKILL)
    try panel.waitFor("The box has ended: Enter starts a new one")
    try board.sandbox.write("actions: { a: { rum: x } }", to: "signalbox.yml")
    panel.send("\r")
    try panel.waitFor("The board has mistakes: ")
    try board.sandbox.write(text, to: "signalbox.yml")
    panel.send("\r")
    try panel.waitUntil("the new box") { !$0.text.contains("the box has ended") }
    panel.send("h")
    try panel.waitFor("Hello  ✓ succeeded")
  }

  @Test func `a panel says that its box was stopped`() throws {
    let board = try SharedBoard(Self.actions)
    let panel = try board.sandbox.panel()
    try expectEqual(board.run("stop").status, 0)
    try panel.waitFor("The box has ended: Enter starts a new one")
  }

  @Test func `a box leaves by itself, and leaves no socket`() throws {
    let board = try SharedBoard(Self.actions)
    try expectEqual(board.run("run", "hello", "--quiet").output, "hello\n")
    let record = try board.record()
    #expect(eventually { !isAlive(record.process) })
    #expect(access(record.socket, F_OK) != 0)
    let log = try board.places().stateDirectory + "/log"
    #expect((try? String(contentsOfFile: log, encoding: .utf8)) ?? "" == "")
  }
}
