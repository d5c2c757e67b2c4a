internal import Boundary
internal import TerminalUI

/// Texts that are typed in place of the footer.
extension Dashboard.Model {
  /// Passes an event to the prompt, and does what follows.
  func passToPrompt(_ event: (inout Dashboard.Prompt) -> Dashboard.Outcome) {
    guard var prompt = state.prompt else { return }
    let outcome = event(&prompt)
    state.prompt = outcome.closes ? nil : prompt
    outcome.effects.forEach(perform)
  }

  /// Closes the prompt: the text of the log keeps its effect, and others have none.
  func closePrompt() { passToPrompt { $0.leave() } }

  /// Updates the prompt; closes it if its text is for nothing any more.
  func readPrompt() {
    let shown = focusedID
    if state.prompt?.update(to: situation, shown: shown) == false { state.prompt = nil }
  }

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

  func ask(_ prompt: Dashboard.Prompt) {
    closePrompt()
    state.prompt = prompt
  }
}
