internal import Board
internal import Boundary
internal import Programs

/// Starts several actions that unlock each other.
extension Dashboard.Model {
  /// Asks whether to start the services of the chosen action's group, or, if it has none, those of the group
  /// that has most.
  func askToStartAll() {
    guard !refusesToAct() else { return }
    catchUp()
    let services = triggers.all.filter(\.action.isService)
    let chosen = triggers[state.focus]?.action.notes.group
    let counts = Dictionary(grouping: services, by: \.action.notes.group).mapValues(\.count)
    guard let most = counts.values.max() else {
      state.message = "There is no service"
      return
    }
    let group =
      counts[chosen] != nil
      ? chosen : services.first { counts[$0.action.notes.group] == most }?.action.notes.group
    let members = triggers.all.filter { $0.action.notes.group == group }
    let wanted = Self.withNeeds(services.map(\.action.id), among: members)
    ask(.startingAll(members.filter { wanted.contains($0.action.id) }, group: group))
  }

  /// The names of these actions and of what they need: of what is among the triggers, also what that needs.
  private static func withNeeds(_ ids: [String], among triggers: [Dashboard.Trigger]) -> Set<String> {
    let actions = Dictionary(triggers.map { ($0.action.id, $0.action) }) { first, _ in first }
    var wanted: Set<String> = []
    var rest = ids
    while let id = rest.popLast() {
      guard wanted.insert(id).inserted else { continue }
      rest += actions[id]?.guardNeeds ?? []
    }
    return wanted
  }

  /// Starts what may start. What is locked is started by a plan, if that starts nothing else than these.
  func startInOrder(_ triggers: [Dashboard.Trigger]) {
    guard !refusesToAct() else { return }
    catchUp()
    let isOpen = { (trigger: Dashboard.Trigger) in
      self.situation[trigger.action.id]?.verdict.isPassing == true
    }
    for trigger in triggers where isOpen(trigger) { start(trigger) }
    // Boards name what is needed before what needs it, and one plan starts all that its action needs.
    plan(
      triggers.filter { !isOpen($0) }.reversed(), among: Set(triggers.map(\.action.id)), started: [], left: []
    )
  }

  /// - Parameters:
  ///   - rest: What is left to be planned, the next one first.
  ///   - names: What plans may start.
  ///   - started: What plans start already.
  ///   - left: The titles of what stays locked.
  private func plan(
    _ rest: [Dashboard.Trigger], among names: Set<String>, started: Set<String>, left: [String]
  ) {
    guard let trigger = rest.first else {
      if !left.isEmpty { tell("\(left.reversed().inWords): locked by what is not among these") }
      return
    }
    let rest = Array(rest.dropFirst())
    let action = trigger.action
    if started.contains(action.id) { return plan(rest, among: names, started: started, left: left) }
    box.plan(action.id) { [weak self] found in
      guard let self, let found else { return }
      let presses = Set(found.steps.filter { $0.task == .press }.compactMap(\.action))
      let asks = found.steps.contains { $0.question != nil }
      guard found.isFound, !asks, presses.isSubset(of: names) else {
        return plan(rest, among: names, started: started, left: left + [action.title])
      }
      var order = StartOrder(action.id, input: trigger.input)
      order.plan = found.digest
      order.onAnswer = { [weak self] answer in
        guard let self else { return }
        receive(answer, about: action.id)
        let isAccepted = if case .accepted = answer { true } else { false }
        plan(
          rest, among: names, started: isAccepted ? started.union(presses) : started,
          left: isAccepted ? left : left + [action.title])
      }
      box.start(order)
    }
  }
}
