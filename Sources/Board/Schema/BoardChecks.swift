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
    var guesses = 0
    for mention in actions.flatMap(\.mentions) {
      guard case .action(let id, _) = mention.fact, !known.contains(id) else { continue }
      // Each guess compares with every name; a file full of mistakes is no matter of typing.
      guesses += 1
      report.mistake(
        "\(quoted(id)) is not an action of this board", at: mention.location,
        hint: guesses <= 100 ? Suggestion.hint(for: id, among: ids) : nil)
    }
  }

  /// Reports guards that wait for themselves through `.enabled`, where each circle closes.
  private func checkCycles(_ report: Report) {
    var dependencies: [String: [EnabledCycles.Dependency]] = [:]
    for action in actions {
      for mention in action.mentions {
        guard case .action(let id, .enabled) = mention.fact else { continue }
        dependencies[action.id, default: []].append(.init(id: id, location: mention.location))
      }
    }
    for cycle in EnabledCycles.find(in: dependencies, from: actions.map(\.id)) {
      report.mistake(
        "\(quoted(cycle.path[0])) waits for itself: \(cycle.path.joined(separator: " → "))",
        at: cycle.location,
        hint: "an action is enabled when its guard passes, so guards must not ask for it in a circle")
    }
  }
}
