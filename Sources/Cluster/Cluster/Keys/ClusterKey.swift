/// What a key of a realm is about.
enum ClusterKey: Sendable, Hashable {
  case host(member: String)
  case board(String, member: String)
  case run(ActionAddress, slot: Int)
  case last(ActionAddress)
  case now(ActionAddress, slot: Int)
  case wait(ActionAddress, RunID)
  case log(String)

  /// - Returns: Nil if signalbox does not write such keys.
  init?(_ key: String, in keys: ClusterKeys) {
    guard key.hasPrefix(keys.root) else { return nil }
    let parts = key.dropFirst(keys.root.count).split(separator: "/", omittingEmptySubsequences: false)
      .map(String.init)
    guard let kind = parts.first, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    switch (kind, parts.count) {
    case ("host", 2): self = .host(member: parts[1])
    case ("board", 3): self = .board(parts[1], member: parts[2])
    case ("last", 3): self = .last(ActionAddress(board: parts[1], action: parts[2]))
    case ("log", 2): self = .log(parts[1])
    case ("wait", 4): self = .wait(ActionAddress(board: parts[1], action: parts[2]), RunID(parts[3]))
    case ("run", 4), ("now", 4):
      // Only as written by `ClusterKeys`: two keys must not mean the same slot.
      guard let slot = Int(parts[3]), slot >= 0, String(slot) == parts[3] else { return nil }
      let action = ActionAddress(board: parts[1], action: parts[2])
      self = kind == "run" ? .run(action, slot: slot) : .now(action, slot: slot)
    default: return nil
    }
  }
}
