internal import DequeModule

/// Identifies a request.
enum RequestID: Hashable, Sendable {
  case name(String)
  case token(UInt64)
  /// A task of a session. The identifier is valid only while the task exists.
  case task(ObjectIdentifier)
}

/// The requests of the last second, at most a thousand: a further one drops the oldest.
struct RecentRequests: Sendable {
  static let lifetime = Duration.seconds(1)

  private struct Entry {
    let turn: UInt64
    let expires: Duration
  }

  private let capacity: Int
  private var entries: [RequestID: Entry] = [:]
  /// The insertions in order. An insertion is stale if its turn is not that of the entry.
  private var order: Deque<(id: RequestID, turn: UInt64)> = []
  private var lastTurn: UInt64 = 0

  init(capacity: Int = 1_000) { self.capacity = capacity }

  /// The number of insertions that are kept, including stale ones.
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
    // There can be any number of stale insertions behind the first one that is kept.
    if order.count > 2 * capacity { order.removeAll { entries[$0.id]?.turn != $0.turn } }
  }

  /// Removes a request. Returns false if it was not inserted within the last second.
  mutating func remove(_ id: RequestID, now: Duration) -> Bool {
    guard !entries.isEmpty, let entry = entries.removeValue(forKey: id) else { return false }
    return entry.expires > now
  }
}
