internal import Jobs
internal import TerminalUI

extension Dashboard.Model {
  /// A question, and what a yes to it does.
  struct OpenQuestion {
    /// What it is about; nil when that is no job.
    let job: Job?
    let onYes: @MainActor () -> Void
  }

  func ask(
    title: String, text: String, yes: String, no: String, about job: Job? = nil,
    onYes: @escaping @MainActor () -> Void
  ) {
    question = OpenQuestion(job: job, onYes: onYes)
    state.overlay = .question(
      Dashboard.Question(
        title: title, text: text,
        answers: [Dashboard.Answer(key: "y", title: yes), Dashboard.Answer(key: "n", title: no)], focus: 1))
  }

  func press(_ key: Key, over overlay: Dashboard.Overlay) {
    switch overlay {
    case .help(let offset): press(key, overHelp: offset)
    case .mistakes(let offset): press(key, overMistakes: offset)
    case .question(let question): press(key, over: question)
    case .runs(let runs): press(key, overRuns: runs)
    }
  }

  func press(_ key: Key, overHelp offset: Int) {
    switch keys.command(for: key) {
    case .quit:
      state.overlay = nil
      quit()
    case .next, .scrollForward: state.overlay = .help(offset: offset + 1)
    case .previous, .scrollBack: state.overlay = .help(offset: max(0, offset - 1))
    case .redraw: onRequest(.redraw)
    case .suspend: onRequest(.suspend)
    case .close, .help, .press: state.overlay = nil
    default: break
    }
  }

  func press(_ key: Key, over question: Dashboard.Question) {
    if case .character(let character) = key,
      let index = question.answers.firstIndex(where: { $0.key == character })
    {
      return answer(index)
    }
    var question = question
    let count = question.answers.count
    switch keys.command(for: key) {
    case .press: return answer(question.focus)
    case .next: question.focus = (question.focus + 1) % count
    case .previous: question.focus = (question.focus + count - 1) % count
    case .close: return answer(nil)
    // Whoever wants to quit twice means it.
    case .quit where key == .control("c"):
      answer(nil)
      return onRequest(.quit)
    case .redraw: onRequest(.redraw)
    case .suspend: onRequest(.suspend)
    default: return
    }
    state.overlay = .question(question)
  }

  /// Closes the question; the first answer is yes.
  func answer(_ index: Int?) {
    let open = question
    question = nil
    state.overlay = nil
    if index == 0 { open?.onYes() }
  }
}
