internal import DequeModule

/// Values that wait to be taken, as far as a policy keeps them.
struct EventQueue<Value> {
  private let policy: EventBuffering
  private var values: Deque<Value> = []
  /// The number of values that were dropped because the queue was full.
  private(set) var droppedCount = 0

  init(_ policy: EventBuffering) { self.policy = policy }

  var isEmpty: Bool { values.isEmpty }

  mutating func popFirst() -> Value? { values.popFirst() }

  /// Adds a value behind the others. Returns the one that was dropped for it.
  mutating func append(_ value: Value) -> Value? {
    switch policy {
    case .oldest(let limit) where values.count >= limit:
      droppedCount += 1
      return value
    case .newest(let limit) where values.count >= limit:
      droppedCount += 1
      values.append(value)
      return values.popFirst()
    case .latest where !values.isEmpty:
      droppedCount += 1
      values.append(value)
      return values.popFirst()
    case .latest, .newest, .oldest, .unbounded:
      values.append(value)
      return nil
    }
  }

  /// Removes and returns all values.
  mutating func removeAll() -> some Sequence<Value> {
    defer { values = [] }
    return values
  }
}
