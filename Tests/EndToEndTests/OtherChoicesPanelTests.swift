import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// A panel that was opened without a name says what else could be opened, and opens it on request.
@Suite(.timeLimit(.minutes(15)), .bothWays) struct OtherChoicesPanelTests {
  private let sandbox: Sandbox
  private static let board = "title: Written\nactions: {mine: {run: sleep 600}}\n"

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(".PHONY: build\nbuild:\n\ttrue\n", to: "Makefile")
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: sandbox.path(of: name))
  }

  /// Finds a command by its name, and performs it.
  private func perform(_ command: String, in panel: PseudoTerminal) throws {
    panel.send(":\(command)")
    try panel.waitFor(": \(command)_")
    panel.send("\r")
  }

  private func writePersonalBoard() throws {
    try sandbox.makeDirectory("signalbox")
    try sandbox.write(Self.board, to: "signalbox/board.yml")
  }

  @Test func `a board that appears beside a project is said, and opened only on request`() throws {
    let panel = try sandbox.panel()
    try panel.waitFor("No board: Makefile")
    try sandbox.write(Self.board, to: "signalbox.yml")
    try panel.waitFor("signalbox.yml is here now: :reopen")
    // It may go again.
    try remove("signalbox.yml")
    try panel.waitUntil("no word of it") { !$0.text.contains("is here now") }
    try perform("reopen", in: panel)
    try panel.waitFor("reopen: nothing to do now")
    panel.send("\u{1B}")
    try panel.waitFor("q quit")
    try sandbox.write(Self.board, to: "signalbox.yml")
    try panel.waitFor("signalbox.yml is here now: :reopen")
    #expect(panel.screen.text.contains("build"))
    panel.send("j")
    try panel.waitUntil("words are said once") { !$0.text.contains("is here now") }
    #expect(!panel.screen.text.contains("Written"))
    try perform("reopen", in: panel)
    try panel.waitFor("─ Written ─")
    #expect(panel.screen.text.contains("mine"))
    // And back.
    try perform("project", in: panel)
    try panel.waitUntil("the project") { !$0.text.contains("Written") && $0.text.contains("build") }
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
  }

  @Test func `a board with mistakes is not opened, and the project stays`() throws {
    let panel = try sandbox.panel()
    try sandbox.write("actions: {", to: "signalbox.yml")
    try panel.waitFor("signalbox.yml is here now")
    try perform("reopen", in: panel)
    try panel.waitFor("The board has mistakes: ")
    #expect(panel.screen.text.contains("build"))
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
  }

  @Test func `beside a personal board the files of the directory are said once, and opened`() throws {
    try writePersonalBoard()
    let panel = try sandbox.panel()
    try panel.waitFor("Makefile here: :project")
    #expect(panel.screen.text.contains("─ Written ─"))
    panel.send("j")
    try panel.waitUntil("words are said once") { !$0.text.contains("Makefile here") }
    try perform("project", in: panel)
    try panel.waitFor("No board: Makefile")
    #expect(panel.screen.text.contains("build"))
    #expect(!panel.screen.text.contains("is here now"))
    try perform("reopen", in: panel)
    try panel.waitFor("─ Written ─")
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
  }

  private func expectNothingOffered(_ panel: PseudoTerminal) throws {
    #expect(panel.screen.text.contains("─ Written ─"))
    #expect(!panel.screen.text.contains("here"))
    try perform("project", in: panel)
    try panel.waitFor("project: nothing to do now")
    panel.send("\u{1B}")
    try panel.waitFor("q quit")
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
  }

  @Test func `without such files nothing is said of them`() throws {
    try remove("Makefile")
    try writePersonalBoard()
    let panel = try sandbox.panel()
    try expectNothingOffered(panel)
  }

  @Test func `what was named is not compared with what is found`() throws {
    try sandbox.write(Self.board, to: "other.yml")
    let panel = try sandbox.panel(["./other.yml"])
    try expectNothingOffered(panel)
  }

  @Test func `a run that would be cancelled keeps the panel on its board, and another one goes on`() throws {
    for policy in ["leave", "stop"] {
      try sandbox.write("on-detach: \(policy)\n" + Self.board, to: "signalbox.yml")
      let panel = try sandbox.panel()
      panel.send("\r")
      try panel.waitFor("1 running")
      try perform("project", in: panel)
      if policy == "stop" || sandbox.way == .privately {
        try panel.waitFor("mine would be cancelled: cancel it first")
        #expect(panel.screen.text.contains("─ Written ─"))
      } else {
        try panel.waitFor("No board: Makefile")
        try perform("reopen", in: panel)
        try panel.waitFor("─ Written ─")
        try panel.waitFor("1 running")
      }
      panel.send("\u{3}\u{3}")
      _ = try panel.waitForEnd()
      Way.endBoxes(in: sandbox.directory)
    }
  }
}
