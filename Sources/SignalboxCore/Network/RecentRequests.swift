/// What a request is known by.
enum RequestID: Hashable, Sendable {
  case name(String)
  case token(UInt64)
}

/// Requests of the last second, a thousand at the most.
struct RecentRequests: Sendable {
  static let capacity = 1_000
  static let lifetime = Duration.seconds(1)

  private var expirations: [RequestID: Duration] = [:]
  /// In order of insertion; an entry whose time is not that of its request is stale.
  private var order: ArraySlice<(id: RequestID, expires: Duration)> = []

  func contains(_ id: RequestID, now: Duration) -> Bool {
    expirations[id].map { $0 > now } ?? false
  }

  mutating func insert(_ id: RequestID, now: Duration) {
    while let first = order.first, first.expires <= now || order.count >= Self.capacity {
      order.removeFirst()
      if expirations[first.id] == first.expires { expirations[first.id] = nil }
    }
    let expires = now + Self.lifetime
    if expirations.updateValue(expires, forKey: id) != expires { order.append((id, expires)) }
  }

  /// Takes a request out; false when it is not of the last second.
  mutating func remove(_ id: RequestID, now: Duration) -> Bool {
    guard !expirations.isEmpty, let expires = expirations.removeValue(forKey: id) else { return false }
    return expires > now
  }
}
