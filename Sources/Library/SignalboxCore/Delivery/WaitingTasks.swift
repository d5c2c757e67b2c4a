/// Tasks that wait for the same thing. The first one has a place of its own: rarely are there more.
@usableFromInline struct WaitingTasks: Sendable {
  @usableFromInline var first: UnsafeContinuation<Void, Never>?
  @usableFromInline var others: [UnsafeContinuation<Void, Never>] = []

  @inlinable init() {}

  @inlinable var isEmpty: Bool { first == nil }

  @inlinable mutating func add(_ task: UnsafeContinuation<Void, Never>) {
    if first == nil { first = task } else { others.append(task) }
  }

  /// Removes all tasks, so that the caller can resume them without a lock.
  @inlinable mutating func takeAll() -> WaitingTasks {
    if isEmpty { return WaitingTasks() }
    defer { self = WaitingTasks() }
    return self
  }

  /// Call without locks, once.
  @inlinable func resume() {
    first?.resume()
    for task in others { task.resume() }
  }
}
