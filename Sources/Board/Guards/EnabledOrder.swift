/// A topological order of actions by the `.enabled` facts in their guards, and the circles that prevent one.
///
///     EnabledOrder(of: ["deploy", "test"], dependencies: ["deploy": ["test"]]).ids   // ["test", "deploy"]
package struct EnabledOrder: Sendable {
  /// Every id once, each after those it depends on; within a circle in an unspecified order.
  package private(set) var ids: [String] = []
  /// Every circle that the search closes.
  package private(set) var cycles: [Cycle] = []

  package struct Cycle: Equatable, Sendable {
    /// The ids along the circle; the last is the first again.
    package let path: [String]
    /// Which of the dependencies of the last but one closes it.
    package let closing: Int
  }

  /// - Parameters:
  ///   - ids: The actions, in the order in which the search visits them.
  ///   - dependencies: For each id, those whose `.enabled` its guard reads. Ids that are not among `ids` are
  ///     ignored.
  ///
  /// The search is depth-first and iterative: a chain may be as long as a file.
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
