internal import Boundary
internal import TerminalUI

extension Dashboard.Model {
  /// The question that is open, and its focused answer.
  struct OpenQuestion {
    let subject: Dashboard.Subject
    var focus: Int
  }

  func ask(_ subject: Dashboard.Subject) {
    guard let inquiry = inquiry(about: subject) else { return }
    question = OpenQuestion(subject: subject, focus: inquiry.firstFocus)
    readQuestion()
  }

  /// Updates the open question to the current state; closes it if its subject no longer exists.
  func readQuestion() {
    guard let question else { return }
    guard let inquiry = inquiry(about: question.subject) else { return closeOverlay() }
    state.overlay = .question(inquiry.question(focus: question.focus))
  }

  func press(_ key: Key, over question: Dashboard.Question) {
    if let index = question.answers.firstIndex(where: { $0.key == key }) { return answer(index) }
    switch keys.command(for: key) {
    case .press: answer(question.focus)
    case .next: moveAnswerFocus(by: 1, among: question.answers.count)
    case .previous: moveAnswerFocus(by: -1, among: question.answers.count)
    case .quit: quitOverQuestion(key)
    case let command: performOverList(command)
    }
  }

  /// Gives an answer if it is available now; otherwise shows why it is not.
  func answer(_ index: Int) {
    guard let question, let inquiry = inquiry(about: question.subject),
      inquiry.options.indices.contains(index)
    else { return closeOverlay() }
    let option = inquiry.options[index]
    if let hindrance = option.answer.hindrance {
      state.message = "\(option.answer.title): \(hindrance)"
      return
    }
    closeOverlay()
    if let effect = option.effect { perform(effect) }
  }

  private func inquiry(about subject: Dashboard.Subject) -> Dashboard.Inquiry? {
    Dashboard.Inquiry(subject, in: situation, glyphs: state.glyphs)
  }

  private func perform(_ effect: Dashboard.Inquiry.Effect) {
    switch effect {
    case .cancel(let action): box.cancel(.action(action))
    case .start(let lever): start(lever, confirmed: lever.action.confirmation)
    case .choose(let lever): choose(lever)
    case .quit: onRequest(.quit)
    }
  }

  private func moveAnswerFocus(by step: Int, among count: Int) {
    guard let focus = question?.focus, count > 0 else { return }
    question?.focus = (focus + step + count) % count
  }

  /// The second Ctrl-C in a row quits without an answer, and so does any quit key while the panel is shutting
  /// down. Over any other question, a quit key asks first.
  private func quitOverQuestion(_ key: Key) {
    switch question?.subject {
    case .leaving: onRequest(.quit)
    case .quitting:
      guard key == .control("c") else { return }
      closeOverlay()
      onRequest(.quit)
    default: quit()
    }
  }
}
