import Boundary
import Programs
import TerminalUI
import Testing

@testable import Dashboard

/// The key that goes to what asks.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelQuestionKeyTests {
  @Test func `it goes to the next action that asks, and from the last one to the first`() throws {
    let panel = try VirtualPanel(
      ["a", "b", "c", "d"].map { "  \($0): { simulate: { duration: 1s }, group: G }" }.joined(separator: "\n")
    )
    panel.press("Ctrl-G")
    #expect(panel.state.message == "No program asks anything")
    for index in [1, 3] {
      panel.model.state.buttons[index].phase = .running
      panel.model.state.buttons[index].question = "Password:"
    }
    var seen: [Int] = []
    for _ in 1...3 {
      panel.model.focusNextQuestion()
      seen.append(panel.state.focus)
    }
    #expect(seen == [1, 3, 1])
    panel.model.state.foldedGroups = ["G"]
    panel.model.focusNextQuestion()
    #expect(panel.state.focus == 3)
    #expect(panel.state.foldedGroups.isEmpty)
  }
}
