/// What a history must obey: which actions there are, how many of their runs can be in progress, and what
/// their guards need.
package struct HistoryRules: Sendable {
  /// A part of a guard: a fact of an action, and whether it must hold.
  package struct Condition: Sendable, Equatable {
    package enum Fact: Sendable, Equatable {
      case running, succeeded, failed
    }

    package var action: String
    package var fact: Fact
    package var isTrue: Bool

    package init(_ action: String, _ fact: Fact, is isTrue: Bool) {
      (self.action, self.fact, self.isTrue) = (action, fact, isTrue)
    }
  }

  package struct Action: Sendable {
    package var slots: Int
    /// All of them must hold.
    package var guardConditions: [Condition]

    package init(slots: Int = 1, needs guardConditions: [Condition] = []) {
      (self.slots, self.guardConditions) = (slots, guardConditions)
    }
  }

  package var actions: [String: Action]

  package init(_ actions: [String: Action]) { self.actions = actions }

  /// The actions whose guards read each other, directly or not.
  var groups: [Set<String>] {
    var groups: [Set<String>] = []
    for (name, action) in actions.sorted(by: { $0.key < $1.key }) {
      let related = Set([name] + action.guardConditions.map(\.action))
      let joined = groups.filter { !$0.isDisjoint(with: related) }
      groups.removeAll { !$0.isDisjoint(with: related) }
      groups.append(joined.reduce(related) { $0.union($1) })
    }
    return groups
  }
}
