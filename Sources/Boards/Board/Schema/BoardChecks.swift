import Configuration

/// Checks of the parts of a board against each other.
extension BoardDraft {
  /// The board, which is valid only if the report is empty. Returns nil if an action could not be read.
  func checked(_ report: Report) -> Board? {
    checkKeys(report)
    checkLogs(report)
    checkNames(report)
    checkOtherNames(report)
    checkSharing(report)
    checkServiceFacts(report)
    checkQuestionFacts(report)
    checkCycles(report)
    checkPorts(report)
    checkRestarts(report)
    checkInputs(report)
    let definitions = actions.compactMap(\.definition)
    guard definitions.count == actions.count else { return nil }
    return Board(
      title: title ?? Self.fileStem(report.source.file), network: network, remember: remember,
      onDetach: onDetach, alertmanager: alertmanager, cluster: cluster, actions: definitions)
  }

  /// The name of a file without its directory and extension.
  private static func fileStem(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? "board"
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// Reports keys that several buttons have, at each of these buttons.
  private func checkKeys(_ report: Report) {
    var owners: [ButtonKey: [(id: String, location: TextLocation)]] = [:]
    for action in actions {
      for placed in action.keys {
        owners[placed.key, default: []].append((action.id, placed.location))
      }
    }
    for (key, owners) in owners where owners.count > 1 {
      for (index, owner) in owners.enumerated() {
        // The message of the first owner names the second; all other messages name the first.
        let other = owners[index == 0 ? 1 : 0]
        report.mistake(
          "the key \(quoted(key.description)) is also the key of \(quoted(other.id)) in line \(other.location.line)",
          at: owner.location)
      }
    }
  }

  /// Reports files that keep the outputs of several actions, at each action but the first. The earlier files
  /// of an output count, too.
  private func checkLogs(_ report: Report) {
    var owners: [String: (id: String, line: Int)] = [:]
    let logs = actions.compactMap { action in action.log.map { (id: action.id, log: $0) } }
    for (id, log) in logs {
      let path = log.definition.path.withoutDetours
      if let owner = owners[path] {
        report.mistake(
          "this file is also the log of \(quoted(owner.id)) in line \(owner.line)", at: log.location,
          hint: "each log needs a file of its own")
      } else {
        owners[path] = (id, log.location.line)
      }
    }
    let counts = Dictionary(logs.map { ($0.log.definition.path.withoutDetours, $0.log.definition.count) }) {
      $1
    }
    for (_, log) in logs {
      let path = log.definition.path.withoutDetours
      guard let dot = path.lastIndex(of: "."), let number = Int(path[path.index(after: dot)...]),
        let count = counts[String(path[..<dot])], (1..<max(1, count)).contains(number),
        let owner = owners[String(path[..<dot])]
      else { continue }
      report.mistake(
        "this file also becomes an earlier log of \(quoted(owner.id)) in line \(owner.line)",
        at: log.location, hint: "each log needs a file of its own")
    }
  }

  /// Reports names in guards that are not the name of an action; ``checkSharing(_:)`` is about those of other
  /// boards.
  private func checkNames(_ report: Report) {
    let ids = actions.map(\.id)
    let known = Set(ids)
    // A suggestion compares the name with those of all actions, so their number is limited.
    var suggestions = min(100, 100_000 / max(1, ids.count))
    for mention in actions.flatMap(\.mentions) {
      guard case .action(let id, _) = mention.fact, !known.contains(id), !id.contains("/") else { continue }
      suggestions -= 1
      report.mistake(
        "\(quoted(id)) is not an action of this board", at: mention.location,
        hint: suggestions >= 0 ? Suggestion.hint(for: id, among: ids) : nil)
    }
  }

  /// Reports facts about services in guards whose action is none.
  private func checkServiceFacts(_ report: Report) {
    for (id, property, location) in mentions(of: \.isOfServices, where: { $0.service == nil }) {
      report.mistake(
        "\(quoted(id)) is not a service, so it has no `.\(property.rawValue)`", at: location,
        hint: "`service: true` makes it one")
    }
  }

  /// Reports facts about questions in guards whose action has none.
  private func checkQuestionFacts(_ report: Report) {
    for (id, _, location) in mentions(of: { $0 == .asks }, where: { !$0.work.canAsk }) {
      report.mistake(
        "the questions of \(quoted(id)) are not noticed, so it has no `.asks`", at: location,
        hint: "a command with `terminal: full` has it, unless it has `asks: never`")
    }
  }

  /// The mentions in guards of certain properties of certain actions.
  func mentions(
    of isMeant: (GuardFact.Property) -> Bool, where isAffected: (ActionDefinition) -> Bool
  ) -> [(id: String, property: GuardFact.Property, location: TextLocation)] {
    let mentions = actions.flatMap(\.mentions).compactMap { mention in
      if case .action(let id, let property) = mention.fact, isMeant(property) {
        (id: id, property: property, location: mention.location)
      } else {
        nil
      }
    }
    // Most boards have none.
    guard !mentions.isEmpty else { return [] }
    let affected = Set(actions.filter { $0.definition.map(isAffected) ?? false }.map(\.id))
    return mentions.filter { affected.contains($0.id) }
  }

  /// Reports guards that depend on themselves through `.enabled`, at the fact that closes the cycle.
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
    guard !dependencies.isEmpty else { return }
    for cycle in EnabledOrder(of: actions.map(\.id), dependencies: dependencies).cycles {
      guard let last = cycle.path.dropLast().last, let location = locations[last]?[cycle.closing] else {
        continue
      }
      report.mistake(
        "\(quoted(cycle.path[0])) depends on itself: \(Self.text(of: cycle.path))", at: location,
        hint: "the `.enabled` of an action must not depend on itself, not even through other guards")
    }
  }

  /// The ids along a cycle. A long cycle is abbreviated in the middle.
  static func text(of path: [String]) -> String {
    let limit = 20
    let parts =
      path.count <= limit
      ? path : path.prefix(limit / 2) + ["… \(path.count - limit) more …"] + path.suffix(limit / 2)
    return parts.joined(separator: " → ")
  }
}

extension String {
  /// The path without `.`, `..` and empty parts.
  fileprivate var withoutDetours: String {
    var parts: [Substring] = []
    for part in split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
