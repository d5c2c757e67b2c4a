internal import Boundary
internal import TerminalUI

/// The list that a text narrows, and what is done with all that it finds.
extension Dashboard.Model {
  /// Lists the buttons as before, and chooses one of them again.
  func restoreList(_ text: String, focus: String?) {
    state.filter = Dashboard.ListFilter(text)
    if let index = triggers.all.firstIndex(where: { $0.id == focus }) { focusButton(index) }
  }

  /// Asks what to do with all actions that the filter finds.
  func askAboutAll() {
    guard !refusesToAct() else { return }
    guard let filter = state.filter else {
      let key = keys.hint(of: .find).map { "\($0.key.name): " } ?? ""
      state.message = "\(key)narrow the list first, then do something with all that it shows"
      return
    }
    catchUp()
    let found = state.buttons.indices.filter { filter.rank(state.buttons[$0]) != nil }
    if found.isEmpty {
      state.message = state.nothingFound
      return
    }
    ask(.several(found.compactMap { triggers[$0] }))
  }
}

extension Dashboard.State {
  /// What to say where nothing is chosen, because the filter finds nothing.
  var nothingFound: String { "No action matches \(filter?.text ?? "")" }
}
