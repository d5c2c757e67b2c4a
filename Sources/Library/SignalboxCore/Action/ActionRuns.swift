/// The executions that wait or run, by their identifiers. The first one has a place of its own: usually there
/// is one.
@usableFromInline struct ActionRuns<Run: AnyObject> {
  @usableFromInline var first: (id: UInt64, run: Run)?
  @usableFromInline var others: [UInt64: Run] = [:]

  @inlinable init() {}

  @inlinable var isEmpty: Bool { first == nil && others.isEmpty }

  @inlinable func run(_ id: UInt64) -> Run? {
    if let first, first.id == id { return first.run }
    return others[id]
  }

  @inlinable mutating func insert(_ run: Run, id: UInt64) {
    if first == nil { first = (id, run) } else { others[id] = run }
  }

  @inlinable mutating func remove(_ id: UInt64) -> Run? {
    guard let first, first.id == id else { return others.isEmpty ? nil : others.removeValue(forKey: id) }
    self.first = nil
    return first.run
  }
}
