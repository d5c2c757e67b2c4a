import Board
import Foundation
import LoopbackBox
import SignalboxTesting
import TerminalUI
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ReadmeTests {
  @Test func `the first picture in the README is the running demo board`() throws {
    let panel = VirtualPanel(try Board.demo())
    play(
      [
        "s": .seconds(2), "u": .seconds(3), "c": .seconds(1), "d": .seconds(1), "u": .milliseconds(2_520),
        "r": .milliseconds(640),
      ], on: panel)
    try expect(panel, in: "README.md")
  }

  @Test func `the picture of Panel.md is the runs of an action`() throws {
    let panel = VirtualPanel(try Board.demo())
    play(["s": .seconds(2)], on: panel)
    for _ in 0..<6 { play(["u": .seconds(3)], on: panel) }
    play(["d": .seconds(3), "u": .milliseconds(900), "Ctrl-R": .zero], on: panel)
    try expect(panel, in: "Documentation/Panel.md")
  }

  @Test func `the mistake in the README is reported as shown`() throws {
    let readme = try text(of: "README.md")
    let board = try #require(readme.firstRange(of: #/```yaml\n(.|\n)*?```/#).map { readme[$0] })
      .dropFirst("```yaml\n".count).dropLast("```".count)
    try expectEqual(Board.parse(String(board), file: "signalbox.yml").actions.count, 3)
    let mistaken = board.replacing("enabled-if: build", with: "enabled_if: build")
    #expect { try Board.parse(String(mistaken), file: "signalbox.yml") } throws: {
      readme.contains("```\n\($0)\n```")
    }
  }

  /// Presses keys, and advances time after each of them.
  private func play(_ keys: KeyValuePairs<String, Duration>, on panel: VirtualPanel) {
    for (key, wait) in keys {
      panel.press(key)
      panel.advance(by: wait)
    }
  }

  private func expect(_ panel: VirtualPanel, in document: String) throws {
    #expect(try text(of: document).contains(panel.picture), "\n\(panel.picture)")
  }

  private func text(of document: String) throws -> String {
    try String(contentsOf: Self.project.appending(path: document), encoding: .utf8)
  }

  private static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
