import Foundation
import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A source is saved, its action locks what needs it, and two keys do all that is needed to deploy.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct PlanPanelTests {
  private let board: SharedBoard
  private let gate: Gate

  init() throws {
    board = try SharedBoard(
      """
        build: { key: b, title: Build, run: 'cat Sources/A.swift > built; echo build >> log', inputs: 'Sources/**' }
        test:
          key: t
          title: Test
          run: 'echo test >> log; read line < gate'
          inputs: { files: 'Sources/**', actions: [build] }
          enabled-if: build.succeeded
        deploy:
          key: D
          title: Deploy
          run: 'echo deploy >> log; echo deployed $(cat built)'
          confirm: Deploy to production?
          enabled-if: test.succeeded

      """)
    try board.sandbox.makeDirectory("Sources")
    gate = try board.sandbox.gate()
    try save("first")
  }

  private func save(_ text: String) throws {
    try TestSupport.save(text, at: board.sandbox.path(of: "Sources/A.swift"))
  }

  private var log: [Substring] {
    ((try? board.sandbox.text(of: "log")) ?? "").split(separator: "\n")
  }

  /// Shows the plan of Deploy and performs it.
  private func perform(_ panel: PseudoTerminal) throws {
    panel.send("\r")
    try panel.waitFor("To unlock it: 2 presses")
    // A key that is held down repeats sooner.
    panel.settle(for: .milliseconds(400))
    panel.send("\r")
    try panel.waitFor("─ Plan of Deploy ─")
    try panel.waitFor("1/2  Test; then asks")
  }

  @Test func `a saved source, two keys and a yes lead to the deployment`() throws {
    gate.letThrough()
    for action in ["build", "test"] { try expectEqual(board.run("run", action, "--quiet").status, 0) }
    let panel = try board.sandbox.panel()
    try panel.waitFor("Deploy  ○ idle")
    try save("second")
    try panel.waitFor("Deploy  ⊘ locked")
    try panel.waitFor("Build   ◌ stale")

    panel.send("jj")
    try perform(panel)
    #expect(panel.screen.text.contains("Deploy  ⧗ planned"), "\(panel.screen.text)")
    #expect(panel.screen.text.contains("1 planned"), "\(panel.screen.text)")
    gate.letThrough()
    try panel.waitFor("asks: Deploy to production?")
    #expect(log == ["build", "test", "build", "test"])
    panel.send("\r")
    try panel.waitFor("No, stop the plan")
    panel.settle(for: .milliseconds(400))
    panel.send("y")
    try panel.waitFor("  deployed second")
    try panel.waitFor("Deploy  ✓ succeeded")
    #expect(log == ["build", "test", "build", "test", "deploy"])
    let history = try board.run("history", "test", "--json").output
    #expect(history.contains(#""by":"plan","cause":"deploy""#), "\(history)")
    #expect(history.contains(#""starter":"panel"#), "\(history)")
  }

  @Test func `a save while the test runs stops the plan`() throws {
    let panel = try board.sandbox.panel()
    panel.send("jj")
    try perform(panel)
    #expect(eventually { log == ["build", "test"] })
    try save("third")
    gate.letThrough()
    try panel.waitFor("plan stopped: Test: Sources/A.swift")
    let why = try board.run("why", "deploy").output
    #expect(why.contains("plan stopped: Test: Sources/A.swift changed while it ran"), "\(why)")
    #expect(log == ["build", "test"])
  }
}
