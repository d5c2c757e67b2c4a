internal import Jobs
internal import TerminalUI

extension Dashboard.Model {
  /// A question that waits for its answer.
  struct OpenQuestion {
    let subject: Dashboard.Subject
    var focus: Int
  }

  func ask(_ subject: Dashboard.Subject) {
    guard let inquiry = inquiry(about: subject) else { return }
    question = OpenQuestion(subject: subject, focus: inquiry.firstFocus)
    readQuestion()
  }

  /// Makes the open question say what is true now; closes it when what it is about is gone.
  func readQuestion() {
    guard let question else { return }
    guard let inquiry = inquiry(about: question.subject) else { return closeOverlay() }
    state.overlay = .question(inquiry.question(focus: question.focus))
  }

  func closeOverlay() {
    question = nil
    state.overlay = nil
  }

  func press(_ key: Key, over overlay: Dashboard.Overlay) {
    switch overlay {
    case .help(let menu): press(key, over: menu)
    case .mistakes(let offset): press(key, overMistakes: offset)
    case .question(let question): press(key, over: question)
    case .runs(let runs): press(key, overRuns: runs)
    }
  }

  func press(_ key: Key, over question: Dashboard.Question) {
    if let index = question.answers.firstIndex(where: { $0.key == key }) { return answer(index) }
    switch keys.command(for: key) {
    case .press: answer(question.focus)
    case .next: moveAnswerFocus(by: 1, among: question.answers.count)
    case .previous: moveAnswerFocus(by: -1, among: question.answers.count)
    case .close: closeOverlay()
    case .quit: quitOverQuestion(key)
    case .redraw: onRequest(.redraw)
    case .suspend: onRequest(.suspend)
    default: break
    }
  }

  /// Gives an answer, if it can be given at this moment; otherwise says why not.
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
    option.act?()
  }

  private func moveAnswerFocus(by step: Int, among count: Int) {
    guard let focus = question?.focus, count > 0 else { return }
    question?.focus = (focus + step + count) % count
  }

  /// Whoever wants to quit twice by Ctrl-C means it; over another question the first time asks.
  private func quitOverQuestion(_ key: Key) {
    guard case .quitting? = question?.subject else { return quit() }
    if key == .control("c") {
      closeOverlay()
      onRequest(.quit)
    }
  }
}
