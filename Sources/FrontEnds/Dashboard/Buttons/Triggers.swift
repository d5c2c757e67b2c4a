internal import Board
internal import Boundary

extension Dashboard {
  /// What each button of a board starts, in the order of the buttons.
  struct Triggers {
    private(set) var all: [Trigger] = []
    /// The titles of the actions by their names.
    private(set) var titles: [String: String] = [:]
    private var actions: [Shared<ActionDescription>] = []

    /// Adopts the actions of a situation. Returns false if they have not changed.
    mutating func update(to situation: Situation) -> Bool {
      let isPresent =
        actions.count == situation.actions.count
        && actions.indices.allSatisfy { actions[$0] == situation.actions[$0].definition }
      if isPresent { return false }
      actions = situation.actions.map(\.definition)
      all = actions.flatMap(Trigger.all)
      titles = Dictionary(actions.map { ($0.value.id, $0.value.title) }) { first, _ in first }
      return true
    }

    /// The action of a button; nil if there is no such button.
    func definition(at index: Int) -> Shared<ActionDescription>? {
      all.indices.contains(index) ? all[index].definition : nil
    }

    /// Nil if there is no such button.
    subscript(index: Int) -> Trigger? { all.indices.contains(index) ? all[index] : nil }

    /// The button with this identifier; otherwise the one at `index`, or the last one before it. Without an
    /// identifier, the button in the first row, where those without a group are.
    func index(of id: String?, near index: Int) -> Int {
      guard let id else { return all.firstIndex { $0.action.notes.group == nil } ?? 0 }
      return all.firstIndex { $0.id == id } ?? min(index, max(0, all.count - 1))
    }

    /// The first button of an action.
    func index(ofAction action: String) -> Int? { all.firstIndex { $0.action.id == action } }

    /// The button that started the current or last run of an action; the first one if none did.
    func cause(of action: ActionStatus) -> Int? {
      all.firstIndex { $0.action.id == action.id && $0.isCause(of: action) } ?? index(ofAction: action.id)
    }
  }
}
