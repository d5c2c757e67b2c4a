/// Puts found steps in order: leaves out those that are not needed, and says which must be done before which.
struct PlanArrangement {
  private(set) var steps: [PlanStep] = []
  private let moment: PlanMoment
  private let guards: PlanGuards
  private let settled: PlanSimulation
  private var found: [PlanSearch.Found]

  /// The most steps of which it is tried to leave out each one, and of which only the nearest are named that
  /// must be done before.
  private static let limit = 200

  init(_ found: [PlanSearch.Found], _ settled: PlanSimulation) {
    self.found = found
    self.settled = settled
    moment = settled.moment
    guards = settled.guards
    if found.count <= Self.limit { leaveOut() }
    addPresentRuns()
    steps = self.found.map { PlanStep(task(of: $0.task)) }
    for (number, found) in self.found.enumerated() {
      steps[number].number = number + 1
      steps[number].granted = found.granted
      guard case .press(let index) = found.task else { continue }
      steps[number].question = moment.actions[index].question
      steps[number].endsWhenReady = moment.actions[index].kind == .service
    }
    findPurposes()
    findOrder()
  }

  private func task(of task: PlanSearch.Task) -> PlanStep.Task {
    switch task {
    case .press(let index): .press(guards.ids[index])
    case .end(let index): .end(guards.ids[index])
    case .ready(let index): .ready(guards.ids[index])
    case .beat(let index): .beat(guards.ids[index])
    case .age(let index, let age): .age(guards.ids[index], age)
    case .other(let place): .other(guards.outside[place].actionName ?? "")
    case .network: .network
    case .errors: .errors
    }
  }

  /// Leaves out each step without which the target can be started as well.
  private mutating func leaveOut() {
    var simulation = settled
    let mark = simulation.mark
    var index = found.count - 1
    while index >= 0 {
      var fewer = found
      let removed = fewer.remove(at: index)
      index -= 1
      if removed.granted != nil { continue }
      if simulation.opens(fewer) { found = fewer }
      simulation.takeBack(to: mark)
    }
  }

  /// The target and the actions whose guards must hold during the plan.
  private var involved: [Int] { [0] + found.compactMap { $0.task.isPressOrBeat ? $0.task.index : nil } }

  /// Those, and the ones whose guards their guards read by `.enabled`, each once.
  private var inReach: [Int] {
    var seen = moment.actions.map { _ in false }
    var actions: [Int] = []
    for index in involved {
      guards.forEachInReach(of: index) { other in
        if !seen[other] { actions.append(other) }
        seen[other] = true
      }
    }
    return actions
  }

  /// The plan waits for the ends of the runs that its guards mention.
  private mutating func addPresentRuns() {
    var isAwaited = moment.actions.map { action in
      action.isRunning && !action.keepsResult && (action.kind != .service || action.isEnding)
    }
    guard isAwaited.contains(true) else { return }
    var waits: [PlanSearch.Found] = []
    for step in found { if case .end(let index) = step.task { isAwaited[index] = false } }
    for index in involved.reversed() {
      for mentioned in guards.mentionsInReach(index) where isAwaited[mentioned] {
        isAwaited[mentioned] = false
        waits.append(PlanSearch.Found(task: .end(mentioned)))
      }
    }
    found = waits + found
  }

  // MARK: What a step is needed for

  /// A part of a guard belongs to the step that makes it hold.
  private mutating func findPurposes() {
    let (leaves, leavesOfTime) = leavesByAction()
    var simulation = settled
    var missing: [Int] = []
    var purposes = Purposes(stepCount: steps.count, expressionCount: guards.expressions.count)
    for (number, step) in found.enumerated() {
      if case .press(let index) = step.task { note(index, simulation, &purposes) }
      missing.removeAll(keepingCapacity: true)
      switch step.task {
      case .age: missing += leavesOfTime.filter { !simulation.holds($0) }
      // The ends of present runs are in the simulation from the beginning.
      case .end(let index): leaves.forEach(of: index) { missing.append($0) }
      default:
        if let index = step.task.index {
          leaves.forEach(of: index) { leaf in if !simulation.holds(leaf) { missing.append(leaf) } }
        }
      }
      simulation.wait(step.task)
      if let granted = step.granted { simulation.grant(granted) }
      for leaf in missing where simulation.holds(leaf) { purposes.makers[leaf] = number }
    }
    note(0, simulation, &purposes)
    for number in steps.indices {
      steps[number].parts = purposes.parts.items(of: number).map { guards.values[$0] }
      steps[number].purposes = steps[number].parts.map(\.description)
    }
  }

  private struct Purposes {
    /// For each expression the last step that has made it hold; -1 for none.
    var makers: [Int]
    /// For each step the expressions that it is needed for.
    var parts: PlanChains

    init(stepCount: Int, expressionCount: Int) {
      makers = Array(repeating: -1, count: expressionCount)
      parts = PlanChains(count: stepCount)
    }
  }

  /// The facts and comparisons of the guards in reach: for each action those that are about it, and the
  /// comparisons.
  private func leavesByAction() -> (leaves: PlanChains, comparisons: [Int]) {
    var leaves = PlanChains(count: moment.actions.count)
    var comparisons: [Int] = []
    var seen = guards.expressions.map { _ in false }
    for index in inReach {
      for leaf in guards.leaves[index] where !seen[leaf] {
        seen[leaf] = true
        switch guards.expressions[leaf] {
        case .condition(let condition): leaves.append(leaf, to: condition.index)
        case .comparison:
          for other in actions(in: leaf) { leaves.append(leaf, to: other) }
          comparisons.append(leaf)
        case .outside, .all, .any: break
        }
      }
    }
    return (leaves, comparisons)
  }

  /// The actions that a comparison is about, each once.
  private func actions(in comparison: Int) -> [Int] {
    guards.values[comparison].facts.compactMap { $0.actionName.flatMap { guards.indices[$0] } }.unique
  }

  /// The parts of a guard, which holds now, are what the steps were for that made them hold.
  private func note(_ index: Int, _ simulation: PlanSimulation, _ purposes: inout Purposes) {
    guards.forEachInReach(of: index) { index in
      for part in guards.leaves[index] {
        let maker = purposes.makers[part]
        guard maker >= 0, simulation.holds(part), !purposes.parts.contains(part, in: maker) else { continue }
        purposes.parts.append(part, to: maker)
      }
    }
  }

  // MARK: What must be done before

  private mutating func findOrder() {
    let partners = actionsComparedByAge()
    /// For each step those before it, also more than once.
    var before = PlanChains(count: steps.count)
    /// For each action its last step so far; -1 for none.
    var numbers = moment.actions.map { _ in -1 }
    /// For each action the steps so far whose guards mention it.
    var mentioning = PlanChains(count: moment.actions.count)
    var lastWait: Int?
    for (number, step) in found.enumerated() {
      guard let index = step.task.index else { continue }
      if step.task.isPressOrBeat {
        mentioning.forEach(of: index) { before.append($0, to: number) }
        for mentioned in guards.mentionsInReach(index) {
          if numbers[mentioned] >= 0 { before.append(numbers[mentioned], to: number) }
          mentioning.append(number, to: mentioned)
        }
        // Its own present run ends first.
        if numbers[index] >= 0 { before.append(numbers[index], to: number) }
        for partner in partners[index] ?? [] where numbers[partner] >= 0 {
          before.append(numbers[partner], to: number)
        }
        if step.isLate || moment.actions[index].kind == .probe {
          for earlier in 0..<number where isEarly(earlier, for: number) { before.append(earlier, to: number) }
        }
      }
      if case .age = step.task {
        // Time passes for all results: what comes before is done before, and what follows waits.
        for earlier in 0..<number { before.append(earlier, to: number) }
        lastWait = number
      } else if let lastWait {
        before.append(lastWait, to: number)
      }
      numbers[index] = number
    }
    // Whatever is not about an action of the board must hold when what follows starts.
    for number in steps.indices where steps[number].isWaitForOthers {
      for later in steps.indices[(number + 1)...] {
        guard case .press(let index) = found[later].task, waits(index, for: found[number].task) else {
          continue
        }
        before.append(number, to: later)
      }
    }
    arrange(before)
  }

  /// For each action those with whose age a guard compares its age.
  private func actionsComparedByAge() -> [Int: [Int]] {
    if guards.comparisons.isEmpty { return [:] }
    var partners: [Int: [Int]] = [:]
    for leaf in Set(inReach.flatMap { guards.leaves[$0] }) {
      guard case .comparison(let place) = guards.expressions[leaf],
        let (one, other) = guards.comparisons[place].comparedAges,
        let first = guards.indices[one], let second = guards.indices[other]
      else { continue }
      partners[first, default: []].append(second)
      partners[second, default: []].append(first)
    }
    return partners
  }

  /// Whether a probe or a step for a young result waits for an earlier step.
  private func isEarly(_ earlier: Int, for number: Int) -> Bool {
    guard case .press(let index) = found[earlier].task, !found[earlier].isLate else { return false }
    return found[number].isLate || moment.actions[index].kind != .probe
  }

  /// Whether the guard of an action mentions what a step waits for.
  private func waits(_ index: Int, for task: PlanSearch.Task) -> Bool {
    guards.reach(index).lazy.flatMap { guards.leaves[$0] }.contains { leaf in
      if case .condition = guards.expressions[leaf] { return false }
      return guards.values[leaf].facts.contains { fact in
        switch (task, fact) {
        case (.network, .networkIsBusy), (.errors, .hasErrors): true
        case (.other(let place), .action(let other, _)): guards.outside[place].actionName == other
        default: false
        }
      }
    }
  }

  /// Names for each step those that must be done before, without those that follow from others.
  private mutating func arrange(_ before: PlanChains) {
    let isLong = steps.count > Self.limit
    var all: [Set<Int>] = []
    var earlier: [Int] = []
    for number in steps.indices {
      earlier.removeAll(keepingCapacity: true)
      before.forEach(of: number) { earlier.append($0) }
      if isLong {
        earlier.sort()
      } else {
        var nearest = Set(earlier)
        all.append(nearest.reduce(into: nearest) { $0.formUnion(all[$1]) })
        for other in earlier { nearest.subtract(all[other]) }
        earlier = nearest.sorted()
      }
      var after: [Int] = []
      after.reserveCapacity(earlier.count)
      for other in earlier where after.last != other + 1 { after.append(other + 1) }
      steps[number].after = after
    }
  }
}

extension Guard {
  /// The actions whose `.enabled` it reads.
  package var enabledActions: [String] { references.compactMap(\.enabledAction) }
}

extension GuardComparison {
  /// The actions whose ages it compares; nil if it does not.
  var comparedAges: (String, String)? {
    guard case .fact(.action(let one, .age)) = left, case .fact(.action(let other, .age)) = right else {
      return nil
    }
    return (one, other)
  }
}

extension PlanSearch.Task {
  /// Whether the guard of its action must hold.
  var isPressOrBeat: Bool {
    switch self {
    case .press, .beat: true
    case .end, .ready, .age, .other, .network, .errors: false
    }
  }

  /// The action of the board that it is about; nil for none.
  var index: Int? {
    switch self {
    case .press(let index), .beat(let index), .end(let index), .ready(let index), .age(let index, _): index
    case .other, .network, .errors: nil
    }
  }
}

extension PlanStep {
  /// Whether it waits for something that no action of the board decides.
  var isWaitForOthers: Bool {
    switch task {
    case .network, .errors, .other: true
    case .press, .end, .ready, .beat, .age: false
    }
  }
}
