/// What a request is known by.
enum RequestID: Hashable, Sendable {
  case name(String)
  case token(UInt64)
  /// A task of a session, known only while it lives.
  case task(ObjectIdentifier)
}

/// Requests of the last second, a thousand at the most: then the oldest goes.
struct RecentRequests: Sendable {
  static let lifetime = Duration.seconds(1)

  private struct Entry {
    let turn: UInt64
    let expires: Duration
  }

  private let capacity: Int
  private var entries: [RequestID: Entry] = [:]
  /// In order of insertion; a turn that is not the last one of its request is stale.
  private var order: ArraySlice<(id: RequestID, turn: UInt64)> = []
  private var lastTurn: UInt64 = 0

  init(capacity: Int = 1_000) { self.capacity = capacity }

  /// How much room the order takes.
  var orderCount: Int { order.count }

  func contains(_ id: RequestID, now: Duration) -> Bool {
    entries[id].map { $0.expires > now } ?? false
  }

  mutating func insert(_ id: RequestID, now: Duration) {
    lastTurn += 1
    entries[id] = Entry(turn: lastTurn, expires: now + Self.lifetime)
    order.append((id, lastTurn))
    while let first = order.first {
      if let entry = entries[first.id], entry.turn == first.turn {
        guard entry.expires <= now || entries.count > capacity else { break }
        entries[first.id] = nil
      }
      order.removeFirst()
    }
    // Behind a first one that stays there may be any number of stale turns.
    if order.count > 2 * capacity { order.removeAll { entries[$0.id]?.turn != $0.turn } }
  }

  /// Takes a request out; false when it is not of the last second.
  mutating func remove(_ id: RequestID, now: Duration) -> Bool {
    guard !entries.isEmpty, let entry = entries.removeValue(forKey: id) else { return false }
    return entry.expires > now
  }
}
