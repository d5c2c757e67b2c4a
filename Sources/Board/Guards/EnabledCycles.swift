import Configuration

/// Finds circles among guards that ask whether other actions are enabled.
struct EnabledCycles {
  /// One guard asks whether this action is enabled.
  struct Dependency {
    let id: String
    let location: TextLocation
  }

  struct Cycle: Equatable {
    /// The ids along the circle; the last is the first again.
    let path: [String]
    /// Where the last guard asks for the first action.
    let location: TextLocation
  }

  /// Every circle that a depth-first search closes. It keeps its own stack: a chain may be as long as a file.
  static func find(in dependencies: [String: [Dependency]], from ids: [String]) -> [Cycle] {
    var cycles: [Cycle] = []
    var finished: Set<String> = []
    for start in ids where !finished.contains(start) {
      var path = [start]
      var positions = [start: 0]
      var remaining = [(dependencies[start] ?? [])[...]]
      while let id = path.last {
        guard let next = remaining[path.count - 1].popFirst() else {
          finished.insert(id)
          positions[id] = nil
          path.removeLast()
          remaining.removeLast()
          continue
        }
        if let position = positions[next.id] {
          cycles.append(Cycle(path: path[position...] + [next.id], location: next.location))
        } else if !finished.contains(next.id) {
          positions[next.id] = path.count
          path.append(next.id)
          remaining.append((dependencies[next.id] ?? [])[...])
        }
      }
    }
    return cycles
  }
}
