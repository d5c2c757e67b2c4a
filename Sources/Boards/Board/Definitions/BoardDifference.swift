/// The difference between two versions of a board.
///
///     print(BoardDifference(from: old, to: new))   // 1 action added, 2 changed
public struct BoardDifference: Sendable, Equatable {
  /// The actions that only the new board contains, in its order.
  public let added: [String]
  /// The actions of both boards whose definitions differ, in the order of the new board.
  public let changed: [String]
  /// The actions that only the old board contains, in its order.
  public let removed: [String]
  /// Whether the actions of both boards have a different order.
  public let isReordered: Bool
  public let hasNewTitle: Bool
  public let hasNewTiming: Bool
  public let hasNewMemory: Bool
  public let hasNewDetachPolicy: Bool
  public let hasNewAlertmanager: Bool
  public let hasNewCluster: Bool

  public init(from old: Board, to new: Board) {
    added = new.actions.map(\.id).filter { old[$0] == nil }
    changed = new.actions.filter { action in old[action.id].map { $0 != action } ?? false }.map(\.id)
    removed = old.actions.map(\.id).filter { new[$0] == nil }
    isReordered =
      old.actions.map(\.id).filter { new[$0] != nil } != new.actions.map(\.id).filter { old[$0] != nil }
    hasNewTitle = old.title != new.title
    hasNewTiming = old.network != new.network
    hasNewMemory = old.remember != new.remember
    hasNewDetachPolicy = old.onDetach != new.onDetach
    hasNewAlertmanager = old.alertmanager != new.alertmanager
    hasNewCluster = old.cluster != new.cluster
  }
}

extension BoardDifference: CustomStringConvertible {
  /// A summary: "1 action added, 2 changed, a new title", or "nothing changed".
  public var description: String {
    let counts = [(added.count, "added"), (changed.count, "changed"), (removed.count, "removed")]
      .filter { $0.0 > 0 }
    let actions = counts.enumerated().map { index, part in
      let noun = index > 0 ? "" : part.0 == 1 ? " action" : " actions"
      return "\(part.0)\(noun) \(part.1)"
    }
    let others = [
      isReordered ? "another order" : nil, hasNewTitle ? "a new title" : nil,
      hasNewTiming ? "new network delays" : nil, hasNewMemory ? "another `remember`" : nil,
      hasNewDetachPolicy ? "another `on-detach`" : nil,
      hasNewAlertmanager ? "another `alertmanager`" : nil,
      hasNewCluster ? "another `cluster`" : nil,
    ]
    let parts = actions + others.compactMap(\.self)
    return parts.isEmpty ? "nothing changed" : parts.joined(separator: ", ")
  }
}
