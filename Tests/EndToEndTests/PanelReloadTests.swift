import Foundation
import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

/// The board file changes while the panel is open.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct PanelReloadTests {
  private let work =
    "work: { key: w, run: 'exec 9> $LIFELINE; echo pid $$.; read line < gate; echo let through' }"

  @Test func `a replaced file is reloaded while a command is running`() throws {
    let sandbox = try Sandbox("title: Before\nactions:\n  \(work)\n")
    let lifeline = try sandbox.lifeline()
    let gate = try sandbox.gate()
    let terminal = try sandbox.panel()
    terminal.send("w")
    let leader = try terminal.waitForNumber(after: "pid ")

    // A file of another name takes the place of the old one, as editors do it.
    try sandbox.replace("title: After\nactions:\n  \(work)\n  new: { key: h, run: echo hello }\n")
    try terminal.waitFor("Board reloaded: 1 action added, a new title")
    #expect(terminal.screen.text.hasPrefix("╭─ After ─"))
    #expect(terminal.screen.text.contains("w  work  ● running"))
    #expect(lifeline.isHeld)
    #expect(kill(leader, 0) == 0)

    terminal.send("h")
    try terminal.waitFor("new   ✓ succeeded")
    try terminal.waitFor("  hello")
    gate.letThrough()
    try terminal.waitFor("work  ✓ succeeded")
    terminal.send("k")
    try terminal.waitFor("│   let through ")
    #expect(terminal.screen.text.contains("  pid \(leader)."))
    expectWhole(terminal)
  }

  @Test func `mistakes are shown until the file is valid again`() throws {
    let good = "actions: { rest: { key: r, run: echo rested } }"
    let sandbox = try Sandbox(good)
    let terminal = try sandbox.panel()

    try sandbox.replace("actions: { rest: { key: r, titel: x, run: [] } }")
    try terminal.waitFor(" signalbox.yml:1:28: unknown key `titel`   ! 2 mistakes │ ? help  q quit")
    terminal.send("r")
    try terminal.waitFor("rest  ✓ succeeded")
    terminal.send("!")
    try terminal.waitFor("─ 2 mistakes in signalbox.yml ─")
    try terminal.waitFor("did you mean `title`?")
    terminal.send("\u{1B}")
    try terminal.waitUntil("no list") { !$0.text.contains("did you mean") }
    terminal.send("!")
    try terminal.waitFor("did you mean `title`?")

    try sandbox.replace(good)
    try terminal.waitFor(" Board reloaded: nothing changed   ")
    #expect(!terminal.screen.text.contains("did you mean"))
    #expect(terminal.screen.text.contains("rest  ✓ succeeded"))
  }

  @Test func `a deleted file keeps the board, and a recreated file is reloaded`() throws {
    let sandbox = try Sandbox("actions: { rest: { key: r, run: echo } }")
    let terminal = try sandbox.panel()
    try FileManager.default.removeItem(atPath: sandbox.path(of: "signalbox.yml"))
    try terminal.waitFor(" signalbox.yml: cannot be read: No such file or directory   ! 1 mistake")
    #expect(terminal.screen.text.contains("r  rest  ○ idle"))
    try sandbox.write("actions: { other: { key: o, run: echo } }", to: "signalbox.yml")
    try terminal.waitFor("Board reloaded: 1 action added, 1 removed")
    #expect(terminal.screen.text.contains("o  other  ○ idle"))
  }

  @Test func `a file that is written in place is reloaded`() throws {
    let sandbox = try Sandbox("actions: { rest: { key: r, run: echo } }")
    let terminal = try sandbox.panel()
    try "actions: { rest: { key: r, title: Rest a while, run: echo } }"
      .write(toFile: sandbox.path(of: "signalbox.yml"), atomically: false, encoding: .utf8)
    try terminal.waitFor("r  Rest a while  ○ idle")
  }

  @Test(.onlyPrivate)
  func `a removed action that is still running is shown, and is waited for when leaving`() throws {
    let sandbox = try Sandbox("actions:\n  \(work)\n  rest: { run: echo }\n")
    let lifeline = try sandbox.lifeline()
    _ = try sandbox.gate()
    let terminal = try sandbox.panel()
    terminal.send("w")
    _ = try terminal.waitForNumber(after: "pid ")
    try sandbox.replace("actions:\n  rest: { run: echo }\n")
    try terminal.waitFor("Board reloaded: 1 action removed (1 when its run has ended)")
    try terminal.waitFor(" removed after this run ")
    terminal.send("q")
    try terminal.waitFor("work will be cancelled.")
    terminal.send("y")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(lifeline.hasEnded())
    expectGivenBack(terminal)
  }

  #if os(Linux)
  @Test(.onlyPrivate)
  func `after many changes there is one descriptor with two watches, and nothing wakes the panel`()
    throws
  {
    let sandbox = try Sandbox("actions: { rest: { key: r, run: echo } }")
    let terminal = try sandbox.panel()
    for number in 1...10 {
      try sandbox.replace("actions: { rest: { key: r, title: Number \(number)., run: echo } }")
      try terminal.waitFor("Number \(number).")
    }
    try expectEqual(Self.inotifyWatches(of: terminal.processIdentifier), [2])

    expectNoWakeUps(of: terminal)
  }

  /// How many places each of a process's queues of events watches.
  private static func inotifyWatches(of process: Int32) throws -> [Int] {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: "/proc/\(process)/fd").compactMap { descriptor in
      let target = try? files.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\(descriptor)")
      guard target?.contains("inotify") == true else { return nil }
      let info = try String(contentsOfFile: "/proc/\(process)/fdinfo/\(descriptor)", encoding: .utf8)
      return info.split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
    }
  }
  #endif
}

extension Sandbox {
  /// Puts a new board in the place of the old one by renaming it.
  func replace(_ board: String) throws {
    try board.write(toFile: path(of: "new.yml"), atomically: false, encoding: .utf8)
    guard rename(path(of: "new.yml"), path(of: "signalbox.yml")) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
