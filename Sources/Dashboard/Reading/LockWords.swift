internal import Board
internal import Boundary

extension Dashboard {
  /// The words that a locked row shows.
  struct LockWords {
    private let facts: FactWords
    /// What was said of guards. One run often locks many actions for the same reason.
    private var texts: [Lock: String] = [:]
    /// The last one. Many actions in a row are often locked for the same reason.
    private var last: (lock: Lock, text: String)?

    private struct Lock: Hashable {
      let needs: [String]
      let facts: [GuardFact]
    }

    /// - Parameter titles: The titles of the actions by their names.
    init(titles: [String: String]) { facts = FactWords(titles: titles) }

    /// Why a press of a button would be refused; nil if it would not. Of several buttons of an action that
    /// runs, only the one that started it can be pressed.
    mutating func reason(of lever: Lever, _ action: ActionStatus) -> String? {
      if action.isRunning, action.description.whileRunning == .reject, !lever.isCause(of: action) {
        return "needs \(facts.text(.action(action.id, .running), expected: false))"
      }
      if !action.verdict.isPassing { return guardText(of: action) }
      return action.isRunning ? nil : action.shared?.obstacle
    }

    /// What the guard of an action needs, with the titles of the actions: "needs Build succeeded".
    mutating func guardText(of action: ActionStatus) -> String {
      guard case .blocked(let needs) = action.verdict else { return "\(action.verdict)" }
      let lock = Lock(needs: needs, facts: action.description.guardFacts)
      if let last, last.lock == lock { return last.text }
      let text = texts[lock] ?? facts.text("\(action.verdict)", facts: lock.facts)
      texts[lock] = text
      last = (lock, text)
      return text
    }
  }
}
