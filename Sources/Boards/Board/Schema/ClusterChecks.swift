import Configuration

/// Checks of what a board shares with other machines.
extension BoardDraft {
  /// The most conditions of one transaction that etcd allows is 128; some are left for the machines that are
  /// connected.
  static let conditionLimit = 120

  /// Reports shared actions and facts of other boards in a board without an etcd.
  func checkSharing(_ report: Report) {
    for mention in actions.flatMap(\.mentions) {
      guard case .action(let id, let property) = mention.fact, id.contains("/") else { continue }
      if let mistake = mistake(ofAddress: id) ?? Self.mistake(of: property, at: id) {
        report.mistake(mistake.message, at: mention.location, hint: mistake.hint)
      }
    }
    for action in actions where action.sharedLocation != nil { check(action, report) }
  }

  /// Why an action of another board cannot be named like this; nil if it can.
  private func mistake(ofAddress id: String) -> (message: String, hint: String?)? {
    let parts = id.split(separator: "/", omittingEmptySubsequences: false)
    let areNames = parts.allSatisfy { part in
      !part.isEmpty && !part.hasPrefix("-") && part.unicodeScalars.allSatisfy(\.isPartOfName)
    }
    guard parts.count == 2, areNames else {
      return ("\(quoted(id)) is not an action", "an action of another board has the form `ops/migrate`")
    }
    guard let cluster else {
      return (
        "\(quoted(id)) is an action of another board, and this board has no `cluster`",
        "`cluster` names the etcd and the realm that the boards have in common"
      )
    }
    guard String(parts[0]) != cluster.board else {
      return ("\(quoted(id)) is an action of this board", "write `\(parts[1])`")
    }
    return nil
  }

  /// Why the fact of an action of another board is not known here; nil if it is.
  private static func mistake(
    of property: GuardFact.Property, at id: String
  ) -> (message: String, hint: String?)? {
    switch property {
    case .running, .succeeded, .failed, .idle, .ended, .value, .progress: nil
    case .enabled:
      ("\(quoted("\(id).enabled")) is not known here: the guards of other boards are not shared", nil)
    case .age:
      (
        "\(quoted("\(id).age")) is not known here: the clocks of two machines may differ",
        "`\(id).succeeded` is shared"
      )
    case .ready, .restarts, .asks, .fresh:
      ("\(quoted("\(id).\(property.rawValue)")) is not shared with other boards", nil)
    }
  }

  /// Why the guard of a shared action cannot read a fact of one; nil if it can.
  private static func obstacle(
    to property: GuardFact.Property, of id: String
  ) -> (reason: String, hint: String?)? {
    switch property {
    case .running, .succeeded, .failed, .idle, .ended, .value, .progress: nil
    case .age: ("the clocks of two machines may differ", "`\(id).succeeded` is shared")
    case .enabled: ("whether it can start is known when it starts", "read the facts that its guard reads")
    case .asks, .fresh, .ready, .restarts: ("other machines do not know it", nil)
    }
  }

  private func check(_ action: ActionDraft, _ report: Report) {
    guard let location = action.sharedLocation else { return }
    guard cluster != nil else {
      return report.mistake(
        "\(quoted(action.id)) is shared, and the board has no `cluster`", at: location,
        hint: "`cluster` names the etcd and the realm that the boards have in common")
    }
    let shared = Set(actions.filter { $0.sharedLocation != nil }.map(\.id))
    for mention in action.mentions {
      guard case .action(let id, let property) = mention.fact, shared.contains(id),
        let (reason, hint) = Self.obstacle(to: property, of: id)
      else { continue }
      report.mistake(
        "the guard of a shared action cannot read \(quoted("\(mention.fact)")): \(reason)",
        at: mention.location, hint: hint)
    }
    if let count = action.definition.map({ SharedReading(of: $0, among: actions).conditionCount }),
      count > Self.conditionLimit
    {
      report.mistake(
        """
        the guard of \(quoted(action.id)) reads so many shared actions that a start needs \(count) conditions; the \
        limit is \(Self.conditionLimit)
        """, at: location, hint: "read fewer actions, or divide the guard")
    }
  }
}

/// What the start of a shared action reads in the etcd.
struct SharedReading {
  /// The number of keys and ranges that must be unchanged when the start is written, as far as the board
  /// determines it.
  private(set) var conditionCount = 0

  /// - Parameter drafts: The actions of the board.
  init(of action: ActionDefinition, among drafts: [ActionDraft]) {
    let definitions = Dictionary(drafts.map { ($0.id, $0.definition) }) { first, _ in first }
    let facts = action.enabledIf.references.compactMap {
      fact -> (id: String, property: GuardFact.Property)? in
      if case .action(let id, let property) = fact { (id, property) } else { nil }
    }
    // The living machines and what they know as this action: one range, and the key of this machine.
    conditionCount = 2
    for id in Set(facts.map(\.id) + [action.id]) {
      let definition = definitions[id] ?? nil
      guard id.contains("/") || definition?.shared != nil else { continue }
      let slots = definition?.slotCount ?? 1
      // The range of the runs, the runs and their machines, and the last result.
      conditionCount += 1 + 2 * slots + 1
      if facts.contains(where: { $0.id == id && [.value, .progress].contains($0.property) }) {
        conditionCount += slots
      }
    }
  }
}

extension ActionDefinition {
  /// How many runs of it there can be at once, on all machines together.
  public var slotCount: Int {
    if case .concurrent(let limit) = whileRunning { min(limit, SharedPolicy.slotLimit) } else { 1 }
  }
}
