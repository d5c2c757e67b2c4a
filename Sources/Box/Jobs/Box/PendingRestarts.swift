internal import Boundary

/// Starts that wait for the end of the runs that they replace; at most one for each action.
@MainActor
struct PendingRestarts {
  private var orders: [StartOrder] = []

  nonisolated init() {}

  /// Returns false if a restart of the action waits already.
  mutating func insert(_ order: StartOrder) -> Bool {
    guard !contains(order.action) else { return false }
    orders.append(order)
    return true
  }

  /// Whether an action is to start again.
  func contains(_ action: String) -> Bool { orders.contains { $0.action == action } }

  var isEmpty: Bool { orders.isEmpty }

  /// Removes the restarts of actions that match, in the order in which they were requested.
  mutating func removeAll(where matches: (_ action: String) -> Bool) -> [StartOrder] {
    let matching = orders.filter { matches($0.action) }
    orders.removeAll { matches($0.action) }
    return matching
  }
}
