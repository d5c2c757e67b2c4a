import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The box of a board whose commands leave something running.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct LeftBehindTests {
  private static let actions = """
      server: { key: s, run: 'sleep 600 & echo $!', leave-running: true }
    """

  @Test func `a box stays for what a command has left running, names it, and ends it when it is stopped`()
    throws
  {
    let board = try SharedBoard(Self.actions)
    let run = try board.run("run", "server")
    #expect(run.status == 0)
    let process = try #require(Int32(run.output.split(separator: "\n").first ?? ""), "\(run)")
    let words = "left running: sleep (pid \(process))"
    #expect(run.messages.contains(words) || run.output.contains(words), "\(run)")
    #expect(isAlive(process))
    let box = try board.box()
    #expect(try board.run("list").output.contains(words))
    #expect(try board.run("list", "--json").output.contains(#""left_running":"sleep (pid \#(process))""#))
    #expect(try board.run("why", "server").output.contains(words))
    let panel = try board.sandbox.panel()
    try panel.waitFor(words)
    panel.send("q")
    try expectEqual(board.run("stop").status, 0)
    #expect(eventually { !isAlive(process) })
    #expect(eventually { !isAlive(box) })
  }

  @Test func `the keeper ends it if the box is killed`() throws {
    let board = try SharedBoard(Self.actions)
    let run = try board.run("run", "server", "--quiet")
    let process = try #require(Int32(run.output.split(separator: "\n").first ?? ""), "\(run)")
    #expect(isAlive(process))
    kill(try board.box(), SIGKILL)
    #expect(eventually { !isAlive(process) })
  }
}
