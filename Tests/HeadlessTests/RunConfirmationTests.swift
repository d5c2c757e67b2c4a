import Board
import Testing

@testable import Headless

/// An action with a question runs only after the answer yes.
@Suite(.timeLimit(.minutes(15))) struct RunConfirmationTests {
  private let actions: [ActionDefinition]

  init() throws {
    actions = try Board.parse(
      """
      actions:
        build: {run: make}
        deploy: {run: make deploy, confirm: Deploy?}
        erase: {run: make clean, confirm: Erase everything?}
      """, file: "signalbox.yml"
    ).actions
  }

  /// Returns the questions that were asked, up to the first whose answer was not yes.
  private func questions(_ answers: String?...) -> (asked: [String], refusal: RunConfirmation.Refusal?) {
    var asked: [String] = []
    var rest = answers[...]
    do throws(RunConfirmation.Refusal) {
      try RunConfirmation.obtain(for: actions + actions) { action, question in
        asked.append("\(action): \(question)")
        return rest.popFirst() ?? nil
      }
      return (asked, nil)
    } catch {
      return (asked, error)
    }
  }

  @Test func `each question is asked once`() {
    let (asked, refusal) = questions("y", " YES ")
    #expect(asked == ["deploy: Deploy?", "erase: Erase everything?"])
    #expect(refusal == nil)
  }

  @Test(arguments: [nil, "", "n", "no", "yess", "ja"])
  func `any other answer than yes declines, and nothing more is asked`(answer: String?) {
    let (asked, refusal) = questions(answer)
    #expect(asked == ["deploy: Deploy?"])
    #expect(refusal == .declined(action: "deploy"))
  }

  @Test func `without a terminal the first question is a refusal`() {
    #expect(throws: RunConfirmation.Refusal.noTerminal(action: "deploy", question: "Deploy?")) {
      try RunConfirmation.obtain(for: actions, answer: nil)
    }
    #expect(throws: Never.self) { try RunConfirmation.obtain(for: [actions[0]], answer: nil) }
  }
}
