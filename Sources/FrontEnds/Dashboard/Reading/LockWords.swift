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
    mutating func reason(of trigger: Trigger, _ action: ActionStatus) -> String? {
      if action.isRunning, action.definition.value.whileRunning == .reject, !trigger.isCause(of: action) {
        return "waits for \(facts.title(of: action.id))"
      }
      if !action.verdict.isPassing { return guardText(of: action) }
      return action.obstacle
    }

    /// What the guard of an action lacks, with the titles of the actions: "needs Build, Lint", "waits for
    /// Deploy".
    mutating func guardText(of action: ActionStatus) -> String {
      guard case .blocked(let needs) = action.verdict else { return "\(action.verdict)" }
      let lock = Lock(needs: needs, facts: action.definition.value.guardFacts)
      if let last, last.lock == lock { return last.text }
      let text = texts[lock] ?? words(for: lock)
      texts[lock] = text
      last = (lock, text)
      return text
    }

    /// An action that has to succeed, or a service that has to be ready, is only named, and so is what has to
    /// end. Everything else is said as it is in the guard.
    private func words(for lock: Lock) -> String {
      let names = Dictionary(lock.facts.map { ("\($0)", $0) }) { first, _ in first }
      var (needed, awaited): ([String], [String]) = ([], [])
      for need in lock.needs {
        let isNegated = need.hasPrefix("not ")
        switch (names[isNegated ? String(need.dropFirst(4)) : need], isNegated) {
        case (.action(let id, .succeeded)?, false), (.action(let id, .ready)?, false):
          needed.append(facts.title(of: id))
        case (.action(let id, .running)?, true): awaited.append(facts.title(of: id))
        default: needed.append(facts.text(need, facts: lock.facts))
        }
      }
      return [("needs", needed), ("waits for", awaited)].filter { !$0.1.isEmpty }
        .map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(separator: ", ")
    }
  }
}
