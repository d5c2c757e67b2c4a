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
    var missing: [GuardExpression] = []
    Self.collect(moment.target.guarded.expression, settled, into: &missing)
    let hopeless = missing.filter { costs.cost(of: $0) == nil }
    self.missing = (hopeless.isEmpty ? missing : hopeless).map(\.description).unique
    var people: [PlanNeed] = []
    var visited: Set<Int> = [0]
    var pending = missing
    while let part = pending.popLast() {
      guard costs.cost(of: part) == nil else { continue }
      let remedy: PlanRemedy
      switch part {
      case .all(let parts), .any(let parts):
        pending += parts.filter { !settled.holds($0) }.reversed()
        continue
      case .fact(let fact, let expected): remedy = settled.remedy(fact, expected: expected)
      case .comparison(let comparison): remedy = settled.remedy(comparison)
      }
      switch remedy {
      case .person: people.append(PlanNeed(action: part.facts.first?.actionName, needs: "\(part)"))
      case .press(let index), .pressLate(let index), .pressFirst(let index), .valueOfPress(let index),
        .unlock(let index), .beat(let index), .valueOfBeat(let index):
        let action = moment.actions[index]
        if action.needsInput { people.append(PlanNeed(action: action.id, needs: "an input")) }
        guard visited.insert(index).inserted else { continue }
        Self.collect(action.guarded.expression, settled, into: &pending)
      case .becomeReady, .age, .valueOfRun, .other, .network, .errors: break
      }
    }
    self.people = people.unique
    if people.isEmpty { circle = Self.circle(moment, settled, costs) }
  }

  /// The parts of `&&` that do not hold.
  private static func collect(
    _ expression: GuardExpression, _ settled: PlanSimulation, into parts: inout [GuardExpression]
  ) {
    parts += expression.conjuncts.filter { !settled.holds($0) }.reversed()
  }

  /// A circle among the actions that cannot be pressed because of each other; empty if there is none.
  private static func circle(_ moment: PlanMoment, _ settled: PlanSimulation, _ costs: PlanCosts) -> [String]
  {
    var path: [Int] = []
    var index = 0
    while !path.contains(index) {
      path.append(index)
      let next = moment.actions[index].guarded.references.compactMap { fact -> Int? in
        guard let id = fact.actionName, let other = moment.indices[id] else { return nil }
        return costs.guards[other] == nil ? other : nil
      }
      guard let first = next.first else { return [] }
      index = first
    }
    guard let start = path.firstIndex(of: index) else { return [] }
    return (path[start...] + [index]).map { moment.actions[$0].id }
  }
}

extension GuardFact {
  /// The name of the action that it is about; nil for none.
  package var actionName: String? { if case .action(let id, _) = self { id } else { nil } }
}
