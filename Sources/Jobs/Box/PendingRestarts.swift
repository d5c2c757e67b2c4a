internal import Boundary

/// Starts that wait for the end of the runs that they replace; at most one for each action.
@MainActor
struct PendingRestarts {
  struct Restart {
    var order: StartOrder
    /// Who requested it, as the history of runs names it.
    var starter: String?
  }

  private var restarts: [Restart] = []

  nonisolated init() {}

  /// Returns false if a restart of the action waits already.
  mutating func insert(_ order: StartOrder, by starter: String?) -> Bool {
    guard !restarts.contains(where: { $0.order.action == order.action }) else { return false }
    restarts.append(Restart(order: order, starter: starter))
    return true
  }

  /// Whether an action is to start again.
  func contains(_ action: String) -> Bool { restarts.contains { $0.order.action == action } }

  var isEmpty: Bool { restarts.isEmpty }

  /// Removes the restarts of actions that match, in the order in which they were requested.
  mutating func removeAll(where matches: (_ action: String) -> Bool) -> [Restart] {
    let matching = restarts.filter { matches($0.order.action) }
    restarts.removeAll { matches($0.order.action) }
    return matching
  }
}
