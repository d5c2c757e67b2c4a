import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

#if os(Linux)  // macOS has no setsid(1), and does not tell who holds a pipe
/// A descendant of a command has left its session and keeps its output open: it is named while it is waited
/// for, and when it is left behind.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct LeftSessionTests {
  private let board = """
    title: Leaver
    actions:
      family:
        key: f
        run: |
          setsid sleep 1000 & pid=$!
          until [ "$name" = sleep ]; do read name </proc/$pid/comm; done
          echo pid $pid.
          echo ready
          exec sleep 1000
    """

  @Test func `quitting names it, and the second Ctrl-C says that it stays`() throws {
    let terminal = try Sandbox(board).panel()
    terminal.send("f")
    let survivor = try terminal.waitForNumber(after: "pid ")
    defer { kill(survivor, SIGKILL) }
    try terminal.waitFor("  ready ")
    terminal.send("qy")
    try terminal.waitFor("● family waits for sleep (pid \(survivor))")
    try terminal.waitFor("Waiting for sleep (pid \(survivor)); Ctrl-C leaves now.")
    try terminal.waitFor("q leave")
    terminal.send("\u{03}")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.screen.text.contains("signalbox: still running: sleep (pid \(survivor))"))
    #expect(kill(survivor, 0) == 0)
  }

  @Test func `a cancelled run names it in its row and its output`() throws {
    let terminal = try Sandbox(board).panel()
    terminal.send("f")
    let survivor = try terminal.waitForNumber(after: "pid ")
    defer { kill(survivor, SIGKILL) }
    try terminal.waitFor("  ready ")
    terminal.send("fy")
    try terminal.waitFor("waits for sleep (pid \(survivor))")
    try terminal.waitFor("output still open: sleep (pid \(survivor))")
    kill(survivor, SIGKILL)
    try terminal.waitFor("cancelled after")
    terminal.send("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectGivenBack(terminal)
    #expect(!terminal.screen.text.contains("still running"))
  }

  @Test func `a headless run reports it on standard error`() throws {
    let program = try HeadlessProgram(["run", "family"], board: board)
    let survivor = try #require(Int32(program.line().filter(\.isNumber)))
    defer { kill(survivor, SIGKILL) }
    #expect(program.line() == "ready")
    program.signal(SIGINT)
    let result = try program.end()
    #expect(result.isSignalled && result.status == SIGINT)
    #expect(result.messages.contains("signalbox: family: output still open: sleep (pid \(survivor))\n"))
    #expect(result.messages.hasSuffix("signalbox: still running: sleep (pid \(survivor))\n"))
  }
}
#endif
