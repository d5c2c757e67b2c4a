/// A topological order of actions by the `.enabled` facts in their guards, and the cycles that prevent one.
///
///     EnabledOrder(of: ["deploy", "test"], dependencies: ["deploy": ["test"]]).ids   // ["test", "deploy"]
package struct EnabledOrder: Sendable {
  /// Every id once, after the ids that it depends on. The order within a cycle is unspecified.
  package private(set) var ids: [String] = []
  /// Every cycle that the search finds.
  package private(set) var cycles: [Cycle] = []

  package struct Cycle: Equatable, Sendable {
    /// The ids along the cycle; the last is equal to the first.
    package let path: [String]
    /// The index of the dependency that closes the cycle, among those of the last but one id.
    package let closing: Int
  }

  /// - Parameters:
  ///   - ids: The actions, in the order in which they are visited.
  ///   - dependencies: For each id, the ids whose `.enabled` its guard reads. Ids that are not in `ids` are
  ///     ignored.
  ///
  /// The depth-first search is iterative, because a chain can be very long.
  package init(of ids: [String], dependencies: [String: [String]]) {
    let known = Set(ids)
    var finished: Set<String> = []
    for start in ids where !finished.contains(start) {
      var path = [start]
      var positions = [start: 0]
      var remaining = [(dependencies[start] ?? [])[...]]
      while let id = path.last {
        guard let next = remaining[path.count - 1].popFirst() else {
          finished.insert(id)
          self.ids.append(id)
          positions[id] = nil
          path.removeLast()
          remaining.removeLast()
          continue
        }
        if let position = positions[next] {
          cycles.append(
            Cycle(path: path[position...] + [next], closing: remaining[path.count - 1].startIndex - 1))
        } else if known.contains(next), !finished.contains(next) {
          positions[next] = path.count
          path.append(next)
          remaining.append((dependencies[next] ?? [])[...])
        }
      }
    }
  }
}
