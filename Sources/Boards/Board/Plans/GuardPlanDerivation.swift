extension GuardPlan {
  /// Steps after which the target of a moment may start. Waits for what runs, starts each action at most once
  /// and the target never.
  /// - Parameters:
  ///   - allowed: The only actions that may be started; nil for all.
  ///   - limit: The most parts of guards that are examined.
  ///   - onEnd: Called once with how many were examined.
  package static func derive(
    _ moment: PlanMoment, onlyPressing allowed: Set<String>? = nil, limit: Int = PlanSearch.limit,
    onEnd: (_ expansions: Int) -> Void = { _ in }
  ) -> GuardPlan {
    var plan = GuardPlan(target: moment.target.id, question: moment.target.question)
    var settled = PlanSimulation(moment)
    settled.settle()
    let mayPress = moment.actions.enumerated().map { index, action in
      index > 0 && !action.needsInput && !action.isLeaving && allowed?.contains(action.id) != false
    }
    let costs = PlanCosts(settled, mayPress: mayPress)
    var expansions = 0
    defer { onEnd(expansions) }
    if costs.guards[0] != nil {
      // Seldom, a part has to be made to hold in another way because of what comes after it.
      for commits in [true, false] {
        var search = PlanSearch(settled, costs, commits: commits, limit: limit / 2)
        let isFound = search.run()
        expansions += search.expansions
        guard isFound else { continue }
        plan.steps = PlanArrangement(search.found, settled).steps
        return plan
      }
    }
    plan.explain(moment, settled, costs)
    return plan
  }

  /// Says why nothing was found.
  private mutating func explain(_ moment: PlanMoment, _ settled: PlanSimulation, _ costs: PlanCosts) {
    let guards = settled.guards
    let missing = Self.missing(guards.guards[0], settled)
    let hopeless = missing.filter { costs.cost(of: $0) == nil }
    self.missing = (hopeless.isEmpty ? missing : hopeless).map { guards.values[$0].description }.unique
    var people: [PlanNeed] = []
    var visited: Set<Int> = [0]
    var pending = missing
    while let part = pending.popLast() {
      guard costs.cost(of: part) == nil else { continue }
      if case .any(let range) = guards.expressions[part] {
        pending += guards.parts[range].filter { !settled.holds($0) }.reversed()
        continue
      }
      guard let remedy = settled.remedy(part) else {
        pending += Self.missing(part, settled)
        continue
      }
      switch remedy {
      case .person:
        let value = guards.values[part]
        people.append(PlanNeed(action: value.facts.first?.actionName, needs: "\(value)"))
      case .press(let index), .pressLate(let index), .pressFirst(let index), .valueOfPress(let index),
        .unlock(let index), .beat(let index), .valueOfBeat(let index):
        let action = moment.actions[index]
        if action.needsInput { people.append(PlanNeed(action: action.id, needs: "an input")) }
        guard visited.insert(index).inserted else { continue }
        pending += Self.missing(guards.guards[index], settled)
      case .becomeReady, .age, .valueOfRun, .other, .network, .errors: break
      }
    }
    self.people = people.unique
    if people.isEmpty { circle = Self.circle(guards, costs) }
  }

  /// The parts of `&&` that do not hold, the last one first.
  private static func missing(_ number: Int, _ settled: PlanSimulation) -> [Int] {
    settled.guards.conjuncts(number).reversed().filter { !settled.holds($0) }
  }

  /// A circle among the actions that cannot be pressed because of each other; empty if there is none.
  private static func circle(_ guards: PlanGuards, _ costs: PlanCosts) -> [String] {
    var path: [Int] = []
    /// For each action its place in the path.
    var places: [Int: Int] = [:]
    var index = 0
    while places[index] == nil {
      places[index] = path.count
      path.append(index)
      guard let next = guards.mentions[index].first(where: { costs.guards[$0] == nil }) else { return [] }
      index = next
    }
    guard let start = places[index] else { return [] }
    return (path[start...] + [index]).map { guards.ids[$0] }
  }
}

extension GuardFact {
  /// The name of the action that it is about; nil for none.
  package var actionName: String? { if case .action(let id, _) = self { id } else { nil } }
}
