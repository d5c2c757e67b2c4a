import Board
import Foundation
import SignalboxTesting
import TerminalUI
import Testing

@MainActor
@Suite struct ReadmeTests {
  @Test func theFirstPictureInTheReadmeIsTheDemoBoardAtWork() throws {
    let panel = VirtualPanel(try Board.demo())
    panel.press("s")
    panel.advance(by: .seconds(2))
    panel.press("u")
    panel.advance(by: .seconds(3))
    panel.press("c")
    panel.advance(by: .seconds(1))
    panel.press("d")
    panel.advance(by: .seconds(1))
    panel.press("u")
    panel.advance(by: .milliseconds(2_520))
    panel.press("r")
    panel.advance(by: .milliseconds(640))

    try expectInReadme(panel)
  }

  @Test func theSecondPictureInTheReadmeIsTheRunsOfAnAction() throws {
    let panel = VirtualPanel(try Board.demo())
    panel.press("s")
    panel.advance(by: .seconds(2))
    for _ in 0..<6 {
      panel.press("u")
      panel.advance(by: .seconds(3))
    }
    panel.press("d")
    panel.advance(by: .seconds(3))
    panel.press("u")
    panel.advance(by: .milliseconds(900))
    panel.press("Ctrl-R")

    try expectInReadme(panel)
  }

  @Test func theMistakeInTheReadmeIsReportedAsItSays() throws {
    let readme = try readme()
    let board = try #require(readme.firstRange(of: #/```yaml\n(.|\n)*?```/#).map { readme[$0] })
      .dropFirst("```yaml\n".count).dropLast("```".count)
    #expect(try Board.parse(String(board), file: "signalbox.yml").actions.count == 3)
    let mistaken = board.replacing("enabled-if: build", with: "enabled_if: build")
    #expect { try Board.parse(String(mistaken), file: "signalbox.yml") } throws: {
      readme.contains("```\n\($0)\n```")
    }
  }

  private func expectInReadme(_ panel: VirtualPanel) throws {
    #expect(try readme().contains(panel.picture), "\n\(panel.picture)")
  }

  private func readme() throws -> String {
    try String(contentsOf: Self.project.appending(path: "README.md"), encoding: .utf8)
  }

  private static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
