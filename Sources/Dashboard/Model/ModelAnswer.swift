internal import Boundary
internal import Processes
internal import TerminalUI

/// The answer to what a program asks.
extension Dashboard.Model {
  /// Shows what the program of the focused action asks, and lets the user type.
  func askForAnswer() {
    guard let id = focusedID, !refusesToAct() else { return }
    catchUp()
    guard let question = situation[id]?.question else {
      state.message = "\(id): it asks nothing now"
      return
    }
    changeLog { $0.closePrompt(on: $1) }
    answerEntry = Dashboard.AnswerEntry(question, of: id)
    showPrompt()
  }

  /// Handles a key while an answer is typed.
  func pressInAnswer(_ key: Key) {
    guard var entry = answerEntry else { return }
    catchUp()
    entry.take(situation[entry.action]?.question)
    switch entry.take(key) {
    case .none:
      answerEntry = entry
      showPrompt()
    case .leave: leaveAnswer()
    case .late:
      leaveAnswer()
      state.message = "\(entry.action): \(Dashboard.AnswerEntry.lateness)"
    case .accept(let text):
      leaveAnswer()
      answer(entry, with: text)
    }
  }

  func pasteIntoAnswer(_ text: String) {
    answerEntry?.paste(text)
    showPrompt()
  }

  /// Closes the entry without effect.
  func leaveAnswer() {
    answerEntry = nil
    showPrompt()
  }

  /// Shows whether the question that is being answered is still the present one.
  func checkAnswer() {
    guard let action = answerEntry?.action else { return }
    answerEntry?.take(situation[action]?.question)
    showPrompt()
  }

  private func answer(_ entry: Dashboard.AnswerEntry, with text: String) {
    guard !refusesToAct() else { return }
    var order = AnswerOrder(entry.action, question: entry.question.number, text: text)
    order.onAnswer = { [weak self] refusal in
      if let refusal { self?.tell("\(entry.action): \(refusal)") }
    }
    box.answer(order)
  }
}
