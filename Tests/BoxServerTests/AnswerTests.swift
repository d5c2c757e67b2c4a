import LoopbackBox
import TestSupport
import Testing
import Wire

/// Answering questions over the connection of a front end.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct AnswerTests {
  private func refusals(_ action: String, isReadOnly: Bool = false) throws -> [String?] {
    let box = try VirtualBox("  talk: { run: cat, terminal: full }\n")
    let panel = box.attach(.panel, isReadOnly: isReadOnly)
    var answer = Request.Answer()
    (answer.id, answer.action, answer.question, answer.text) = (4, action, 1, "zebra")
    panel.send(.answer(answer))
    box.advance()
    #expect(!panel.events.contains { "\($0)".contains("zebra") })
    return panel.events.compactMap {
      if case .answer(let answer) = $0, answer.id == 4 { .some(answer.refused) } else { nil }
    }
  }

  @Test func `an answer that nothing asks for is refused`() throws {
    try expectEqual(refusals("talk"), ["it asks nothing now"])
    try expectEqual(refusals("gone"), ["is not on the board any more"])
  }

  @Test func `a read-only front end answers nothing`() throws {
    try expectEqual(refusals("talk", isReadOnly: true), ["this front end is read-only"])
  }
}
