import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

/// What could be opened instead is said once, and opened by a command.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelOthersTests {
  private static let board = "  a: { key: b, simulate: { duration: 1s } }\n"
  private static let others = Dashboard.Others(
    board: "signalbox.yml", projectFiles: ["Makefile", "package.json"])
  private static let words = "signalbox.yml is here now: :reopen"

  @Test func `news is said until the next key`() throws {
    let panel = try VirtualPanel(Self.board)
    panel.model.offer(Self.others, saying: .board)
    #expect(panel.state.message == Self.words)
    #expect(panel.picture.contains(Self.words))
    panel.press("j")
    #expect(panel.state.message == nil)
    panel.model.offer(Self.others)
    #expect(panel.state.message == nil)
    panel.model.offer(Self.others, saying: .project)
    #expect(panel.state.message == "Makefile, package.json here: :project")
  }

  @Test func `what is gone is not said any more, and another message stays`() throws {
    let panel = try VirtualPanel(Self.board)
    panel.model.offer(Self.others, saying: .board)
    panel.model.offer(Dashboard.Others())
    #expect(panel.state.message == nil)
    panel.model.offer(Self.others, saying: .board)
    panel.model.tell("another one")
    panel.model.offer(Dashboard.Others(), saying: .board)
    #expect(panel.state.message == "another one")
  }

  @Test func `the commands are found by typing, and do nothing while there is nothing`() throws {
    let panel = try VirtualPanel(Self.board)
    panel.press(":", "r", "e", "o", "p", "e", "n", "Enter")
    #expect(panel.state.message == "reopen: nothing to do now")
    #expect(panel.requests.isEmpty)
    panel.press("Esc")
    panel.model.offer(Self.others)
    panel.press(":", "r", "e", "o", "p", "e", "n", "Enter")
    panel.press(":", "p", "r", "o", "j", "e", "c", "t", "Enter")
    #expect(panel.requests == [.open(.board), .open(.project)])
  }

  @Test func `a key that a person gives the command is said, and says when there is nothing`() throws {
    var preferences = Dashboard.Preferences()
    preferences.keys = .standard.rebinding([.reopen: [.function(2)], .palette: [.control("k")]])
    let panel = try VirtualPanel(Self.board, preferences: preferences)
    panel.press("F2")
    #expect(panel.state.message == "No other board is here")
    panel.model.offer(Self.others)
    #expect(panel.model.words(for: .board) == "signalbox.yml is here now: F2")
    #expect(panel.model.words(for: .project) == "Makefile, package.json here: Ctrl-K project")
    panel.press("F2")
    #expect(panel.requests == [.open(.board)])
  }
}
