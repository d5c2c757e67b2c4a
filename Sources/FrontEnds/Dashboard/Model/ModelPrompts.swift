internal import Boundary
internal import TerminalUI

/// What the panel asks the person: a text, or one of several answers.
extension Dashboard.Model {
  /// Shows what the program of the focused action asks, and lets the user type.
  func askForAnswer() {
    guard let id = focusedID, !refusesToAct() else { return }
    catchUp()
    if let question = situation[id]?.question {
      ask(Dashboard.Prompt(.answer(question), of: id))
    } else {
      state.message = "\(id): it asks nothing now"
    }
  }

  func ask(_ prompt: Dashboard.Prompt) { pass(.open(.prompt(prompt))) }

  func ask(_ subject: Dashboard.Subject) {
    guard let question = Dashboard.Question(subject, in: situation, at: box.now, glyphs: state.glyphs) else {
      return
    }
    pass(.open(.question(question)))
  }
}
