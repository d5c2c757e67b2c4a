import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

/// What Enter and the space bar do: they start and end work only where the list has the keys.
@Suite(.timeLimit(.minutes(15))) struct PressMeaningTests {
  private var test = TestScene()

  @Test(arguments: ["Enter", "Space"]) mutating func `they press in the list`(key: String) {
    #expect(test.press(key) == [.perform(.press)])
  }

  @Test(arguments: ["Enter", "Space"])
  mutating func `they press nothing while the output has the focus or the whole screen`(key: String) {
    #expect(
      test.press("Tab", key) == [.show("Nothing is pressed in the output: Tab goes back to the actions")])
    _ = test.press("Tab")
    #expect(test.press(key) == [.perform(.press)])
    test.state.isZoomed = true
    #expect(test.press(key) == [.show("Nothing is pressed in the output: z goes back to the actions")])
  }

  @Test(arguments: ["Enter", "Space"])
  mutating func `they go to the next match while a search is shown`(key: String) {
    test.state.log?.search = .init("line", count: 40)
    #expect(test.press(key) == [.perform(.nextMatch)])
    test.state.isStale = true
    #expect(test.press(key) == [.perform(.nextMatch)])
  }

  @Test(arguments: ["Enter", "Space"]) mutating func `they copy what is selected`(key: String) {
    test.state.log?.selectedCount = 2
    #expect(test.press(key) == [.log(.copy)])
  }

  @Test mutating func `a program that runs is entered from the output, too, which starts nothing`() {
    test.state.buttons[0].canBeEntered = true
    #expect(test.press("Tab", "Enter") == [.perform(.press)])
  }
}

@MainActor
@Suite(.timeLimit(.minutes(15))) struct PressHintTests {
  private let log: PanelWithLog

  init() throws {
    log = try PanelWithLog()
    log.print((1...40).map { "line \($0)" })
  }

  private var footer: String { String(log.picture.split(separator: "\n").last ?? "") }

  @Test func `the footer says what Enter does`() {
    #expect(footer.contains("Enter press"))
    log.press("Tab")
    #expect(!footer.contains("Enter"))
    log.press("Tab", "/", "3", "Enter")
    #expect(footer.contains("Enter next match"))
    log.press("Esc", "Ctrl-F", "3", "Enter")
    #expect(footer.contains("Enter press"))
    log.press("Ctrl-V")
    #expect(footer.contains("Enter copy"))
  }

  @Test func `Enter after a search goes from match to match, and starts nothing`() {
    log.press("/", "3", "Enter")
    let first = log.panel.state.log?.search?.current
    log.press("Enter")
    #expect(log.panel.state.log?.search?.current != first)
    #expect(log.panel.box.situation.actions.map(\.runs.count).max() == 0)
    log.press("Esc", "Tab", "Enter")
    #expect(log.panel.box.situation.actions.map(\.runs.count).max() == 0)
    log.press("Tab", "Enter")
    #expect(log.panel.box.situation["build"]?.runs.count == 1)
  }
}
