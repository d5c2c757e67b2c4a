import Configuration

/// Checks of the inputs of actions against the rest of the board.
extension BoardDraft {
  func checkInputs(_ report: Report) {
    checkFreshFacts(report)
    let placed = actions.compactMap { action in action.inputs.map { (id: action.id, inputs: $0) } }
    guard !placed.isEmpty else { return }
    let ids = actions.map(\.id)
    let known = Set(ids)
    var dependencies: [String: [String]] = [:]
    var locations: [String: [TextLocation]] = [:]
    for (id, inputs) in placed {
      for name in inputs.actions {
        guard known.contains(name.name) else {
          report.mistake(
            "\(quoted(name.name)) is not an action of this board", at: name.location,
            hint: Suggestion.hint(for: name.name, among: ids))
          continue
        }
        dependencies[id, default: []].append(name.name)
        locations[id, default: []].append(name.location)
      }
    }
    for cycle in EnabledOrder(of: ids, dependencies: dependencies).cycles {
      guard let last = cycle.path.dropLast().last, let location = locations[last]?[cycle.closing] else {
        continue
      }
      report.mistake(
        "\(quoted(cycle.path[0])) is made from its own result: \(Self.text(of: cycle.path))", at: location,
        hint: "`inputs.actions` must not lead back to the action")
    }
  }

  /// Reports `.fresh` in guards of an action without inputs.
  private func checkFreshFacts(_ report: Report) {
    for (id, _, location) in mentions(of: { $0 == .fresh }, where: { $0.inputs == nil }) {
      report.mistake(
        "\(quoted(id)) has no `inputs`, so it has no `.fresh`", at: location,
        hint: "a success that is not old is `!\(id).failed && \(id).age < 1d`")
    }
  }
}
