import Board
import Foundation
import SignalboxTesting
import TerminalUI
import Testing

@MainActor
@Suite struct ReadmeTests {
  @Test func thePictureInTheReadmeIsTheDemoBoardAtWork() throws {
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

    let readme = try String(contentsOf: Self.project.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains(panel.picture), "\n\(panel.picture)")
  }

  private static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
