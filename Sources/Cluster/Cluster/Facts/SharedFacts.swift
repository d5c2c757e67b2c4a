package import Board

/// The facts about shared actions that one press has read from etcd, all at the same revision.
package struct SharedFacts: Sendable, Equatable {
  /// The facts by the names that the guard writes: `migrate`, or `ops/migrate`. Nil as a fact means unknown.
  package var actions: [String: ActionFacts]

  package init(actions: [String: ActionFacts]) { self.actions = actions }

  /// The facts about an action; nil if it is not shared.
  package func action(_ name: String) -> ActionFacts? { actions[name] }
}
