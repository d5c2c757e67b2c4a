internal import Boundary
internal import TerminalUI

extension Dashboard.Model {
  func ask(_ subject: Dashboard.Subject) {
    guard let open = Dashboard.OpenQuestion(subject, in: situation, glyphs: state.glyphs) else { return }
    question = open
    readQuestion()
  }

  /// Updates the open question to the current state; closes it if its subject no longer exists.
  func readQuestion() {
    guard let question else { return }
    guard let text = question.question(in: situation, glyphs: state.glyphs) else { return closeOverlay() }
    state.overlay = .question(text)
  }

  func press(_ key: Key, over question: Dashboard.Question) {
    if let index = question.answers.firstIndex(where: { $0.key == key }) { return answer(index) }
    switch commandInList(for: key) {
    case .press: answer(question.focus)
    case .next, .unfold: self.question?.moveFocus(by: 1, among: question.answers.count)
    case .previous, .fold: self.question?.moveFocus(by: -1, among: question.answers.count)
    case .quit: quitOverQuestion(key)
    case let command: performOverList(command)
    }
  }

  /// Gives an answer if it is available now; otherwise shows why it is not.
  func answer(_ index: Int) {
    catchUp()
    switch question?.answer(index, in: situation, glyphs: state.glyphs) {
    case .unavailable(let reason): state.message = reason
    case .close(let effect):
      closeOverlay()
      if let effect { perform(effect) }
    case nil: closeOverlay()
    }
  }

  private func perform(_ effect: Dashboard.Inquiry.Effect) {
    switch effect {
    case .cancel(let action): box.cancel(.action(action))
    case .start(let lever): start(lever, confirmed: lever.action.confirmation)
    case .restart(let lever): start(lever, confirmed: lever.action.confirmation, restarts: true)
    case .choose(let lever): choose(lever)
    case .quit: onRequest(.quit)
    case .stop: stopAndQuit()
    }
  }

  /// The second Ctrl-C in a row quits without an answer, and so does any quit key while the panel is shutting
  /// down. Over any other question, a quit key asks first.
  private func quitOverQuestion(_ key: Key) {
    switch question?.subject {
    case .leaving: onRequest(.quit)
    case .quitting, .detaching:
      guard key == .control("c") else { return }
      closeOverlay()
      onRequest(.quit)
    default: quit()
    }
  }
}
