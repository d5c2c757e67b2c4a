import Configuration

/// Checks of the parts of a board against each other.
extension BoardDraft {
  /// The board, which is one only if the report stays empty; nil when an action could not be read.
  func checked(_ report: Report) -> Board? {
    checkKeys(report)
    checkNames(report)
    checkCycles(report)
    let definitions = actions.compactMap(\.definition)
    guard definitions.count == actions.count else { return nil }
    return Board(title: title, network: network, actions: definitions)
  }

  /// Reports keys that several buttons have, at each of them.
  private func checkKeys(_ report: Report) {
    var owners: [ButtonKey: [(id: String, location: TextLocation)]] = [:]
    for action in actions {
      for placed in action.keys {
        owners[placed.key, default: []].append((action.id, placed.location))
      }
    }
    for (key, owners) in owners where owners.count > 1 {
      for (index, owner) in owners.enumerated() {
        // The first names the second, all others name the first.
        let other = owners[index == 0 ? 1 : 0]
        report.mistake(
          "the key \(quoted(key.description)) is also the key of \(quoted(other.id)) in line \(other.location.line)",
          at: owner.location)
      }
    }
  }

  /// Reports actions that guards name and the board does not have.
  private func checkNames(_ report: Report) {
    let ids = actions.map(\.id)
    let known = Set(ids)
    // Each guess compares with every name; a file full of mistakes is no matter of typing.
    var guesses = min(100, 100_000 / max(1, ids.count))
    for mention in actions.flatMap(\.mentions) {
      guard case .action(let id, _) = mention.fact, !known.contains(id) else { continue }
      guesses -= 1
      report.mistake(
        "\(quoted(id)) is not an action of this board", at: mention.location,
        hint: guesses >= 0 ? Suggestion.hint(for: id, among: ids) : nil)
    }
  }

  /// Reports guards that wait for themselves through `.enabled`, where each circle closes.
  private func checkCycles(_ report: Report) {
    var dependencies: [String: [String]] = [:]
    var locations: [String: [TextLocation]] = [:]
    for action in actions {
      for mention in action.mentions {
        guard let id = mention.fact.enabledAction else { continue }
        dependencies[action.id, default: []].append(id)
        locations[action.id, default: []].append(mention.location)
      }
    }
    for cycle in EnabledOrder(of: actions.map(\.id), dependencies: dependencies).cycles {
      guard let last = cycle.path.dropLast().last, let location = locations[last]?[cycle.closing] else {
        continue
      }
      report.mistake(
        "\(quoted(cycle.path[0])) waits for itself: \(Self.text(of: cycle.path))", at: location,
        hint: "an action is enabled when its guard passes, so guards must not ask for it in a circle")
    }
  }

  /// The ids along a circle; of a long one its two ends.
  private static func text(of path: [String]) -> String {
    let shown = 20
    let parts =
      path.count <= shown
      ? path : path.prefix(shown / 2) + ["… \(path.count - shown) more …"] + path.suffix(shown / 2)
    return parts.joined(separator: " → ")
  }
}
