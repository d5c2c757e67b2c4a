/// What could be opened instead of what is shown.
extension Dashboard.Model {
  /// Offers what could be opened from now on.
  /// - Parameter news: What of it is said until the next key; nil for nothing.
  package func offer(_ others: Dashboard.Others, saying news: Dashboard.Other? = nil) {
    // What was said may be gone.
    let said = [words(for: .board), words(for: .project)]
    if state.message != nil, said.contains(state.message) { state.message = nil }
    state.others = others
    if let news, let words = words(for: news) { state.message = words }
    refresh()
  }

  /// What is said of something that could be opened; nil if it is not there.
  package func words(for other: Dashboard.Other) -> String? { state.others.words(for: other, keys: keys) }

  func open(_ other: Dashboard.Other, by command: Dashboard.Command) {
    if state.allows(command) { return onRequest(.open(other)) }
    state.message =
      switch other {
      case .board: "No other board is here"
      case .project: "No other files with actions are here"
      }
  }
}
