internal import Boundary

extension Dashboard {
  /// What each button of a board starts, in the order of the buttons.
  struct Levers {
    private(set) var all: [Lever] = []
    private var actions: [ActionDescription] = []

    /// Adopts the actions of a situation. Returns false if they have not changed.
    mutating func update(to situation: Situation) -> Bool {
      let isPresent =
        actions.count == situation.actions.count
        && zip(actions, situation.actions).allSatisfy { $0 == $1.description }
      if isPresent { return false }
      actions = situation.actions.map(\.description)
      all = actions.flatMap(Lever.all)
      return true
    }

    /// Nil if there is no such button.
    subscript(index: Int) -> Lever? { all.indices.contains(index) ? all[index] : nil }

    /// The button with this identifier; otherwise the one at `index`, or the last one before it.
    func index(of id: String?, near index: Int) -> Int {
      all.firstIndex { $0.id == id } ?? min(index, max(0, all.count - 1))
    }

    /// The first button of an action.
    func index(ofAction action: String) -> Int? { all.firstIndex { $0.action.id == action } }

    /// The button that started the current or last run of an action; the first one if none did.
    func cause(of action: ActionStatus) -> Int? {
      all.firstIndex { $0.action.id == action.id && $0.isCause(of: action) } ?? index(ofAction: action.id)
    }
  }
}
