/// Puts found steps in order: leaves out those that are not needed, and says which must be done before which.
struct PlanArrangement {
  private(set) var steps: [PlanStep] = []
  private let moment: PlanMoment
  private let settled: PlanSimulation
  private var found: [PlanSearch.Found]

  /// The most steps of which it is tried to leave out each one, and of which only the nearest are named that
  /// must be done before.
  private static let limit = 200

  init(_ found: [PlanSearch.Found], _ settled: PlanSimulation) {
    self.found = found
    self.settled = settled
    moment = settled.moment
    if found.count <= Self.limit { leaveOut() }
    addPresentRuns()
    steps = self.found.map { PlanStep($0.task) }
    for index in steps.indices {
      steps[index].number = index + 1
      steps[index].granted = self.found[index].granted
      guard let id = steps[index].pressed, let action = moment[id] else { continue }
      steps[index].question = action.question
      steps[index].endsWhenReady = action.kind == .service
    }
    findPurposes()
    findOrder()
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
  private var involved: [Int] {
    [0]
      + found.compactMap { step in
        switch step.task {
        case .press(let id), .beat(let id): moment.indices[id]
        case .end, .ready, .age, .other, .network, .errors: nil
        }
      }
  }

  /// The plan waits for the ends of the runs that its guards mention.
  private mutating func addPresentRuns() {
    let reach = PlanReach(moment)
    var waits: [PlanSearch.Found] = []
    var seen: Set<Int> = []
    for index in involved.reversed() {
      for mentioned in reach.mentions(index) where seen.insert(mentioned).inserted {
        let action = moment.actions[mentioned]
        guard action.isRunning, !action.keepsResult, action.kind != .service || action.isEnding else {
          continue
        }
        let task = PlanStep.Task.end(action.id)
        if !found.contains(where: { $0.task == task }) { waits.append(PlanSearch.Found(task: task)) }
      }
    }
    found = waits + found
  }

  // MARK: What a step is needed for

  /// A part of a guard belongs to the step that makes it hold.
  private mutating func findPurposes() {
    let reach = PlanReach(moment)
    var leaves: [Int: [GuardExpression]] = [:]
    var leavesOfTime: [GuardExpression] = []
    for index in Set(involved.flatMap(reach.actions)) {
      for leaf in moment.actions[index].guarded.expression.leaves {
        let actions = Set(leaf.facts.compactMap { $0.actionName.flatMap { moment.indices[$0] } })
        for action in actions { leaves[action, default: []].append(leaf) }
        if case .comparison = leaf { leavesOfTime.append(leaf) }
      }
    }
    var simulation = settled
    var makers: [GuardExpression: Int] = [:]
    for (number, step) in found.enumerated() {
      if case .press(let id) = step.task, let index = moment.indices[id] {
        note(index, reach, simulation, makers)
      }
      let about =
        if case .age = step.task {
          leavesOfTime
        } else {
          steps[number].action.flatMap { moment.indices[$0] }.flatMap { leaves[$0] } ?? []
        }
      // The ends of present runs are in the simulation from the beginning.
      let isEnd = if case .end = step.task { true } else { false }
      let before = isEnd ? [] : Set(about.filter(simulation.holds))
      simulation.wait(step.task)
      if let granted = step.granted { simulation.grant(granted) }
      for leaf in about where simulation.holds(leaf) && !before.contains(leaf) { makers[leaf] = number }
    }
    note(0, reach, simulation, makers)
    for index in steps.indices { steps[index].purposes = steps[index].parts.map(\.description) }
  }

  /// The parts of a guard, which holds now, are what the steps were for that made them hold.
  private mutating func note(
    _ index: Int, _ reach: PlanReach, _ simulation: PlanSimulation, _ makers: [GuardExpression: Int]
  ) {
    for part in reach.actions(index).flatMap({ moment.actions[$0].guarded.expression.leaves }) {
      guard let maker = makers[part], simulation.holds(part), !steps[maker].parts.contains(part) else {
        continue
      }
      steps[maker].parts.append(part)
    }
  }

  // MARK: What must be done before

  private mutating func findOrder() {
    let reach = PlanReach(moment)
    let compared = Set(involved.flatMap(reach.actions)).flatMap { index in
      moment.actions[index].guarded.expression.comparisons.compactMap(\.comparedAges)
    }
    var numbers: [Int: Int] = [:]
    var before: [Set<Int>] = steps.map { _ in [] }
    var lastWait: Int?
    /// For each action the steps so far whose guards mention it.
    var mentioning: [Int: [Int]] = [:]
    for number in steps.indices {
      guard let index = steps[number].action.flatMap({ moment.indices[$0] }) else { continue }
      let isPress = steps[number].pressed != nil || found[number].task.isBeat
      if isPress {
        let mentions = reach.mentions(index)
        for mentioned in mentions {
          if let earlier = numbers[mentioned] { before[number].insert(earlier) }
          mentioning[mentioned, default: []].append(number)
        }
        // Its own present run ends first.
        if let earlier = numbers[index] { before[number].insert(earlier) }
        before[number].formUnion((mentioning[index] ?? []).filter { $0 != number })
        for (one, other) in compared {
          guard let pair = moment.indices[one], let otherPair = moment.indices[other] else { continue }
          if pair == index, let earlier = numbers[otherPair] { before[number].insert(earlier) }
          if otherPair == index, let earlier = numbers[pair] { before[number].insert(earlier) }
        }
        let isProbe = moment.actions[index].kind == .probe
        if found[number].isLate || isProbe {
          before[number].formUnion((0..<number).filter { isEarly($0, for: number) })
        }
      }
      if case .age = found[number].task {
        // Time passes for all results: what comes before is done before, and what follows waits.
        before[number].formUnion(0..<number)
        lastWait = number
      } else if let lastWait {
        before[number].insert(lastWait)
      }
      numbers[index] = number
    }
    // Whatever is not about an action of the board must hold when what follows starts.
    for number in steps.indices where steps[number].isWaitForOthers {
      for later in (number + 1)..<max(steps.count, number + 1) where steps[later].pressed != nil {
        if waits(later, for: steps[number].task, reach) { before[later].insert(number) }
      }
    }
    arrange(before)
  }

  /// Whether a probe or a step for a young result waits for an earlier step.
  private func isEarly(_ earlier: Int, for number: Int) -> Bool {
    guard steps[earlier].pressed != nil, let index = steps[earlier].action.flatMap({ moment.indices[$0] })
    else { return false }
    if found[earlier].isLate { return false }
    return found[number].isLate || moment.actions[index].kind != .probe
  }

  private func waits(_ later: Int, for task: PlanStep.Task, _ reach: PlanReach) -> Bool {
    guard let index = steps[later].action.flatMap({ moment.indices[$0] }) else { return false }
    return reach.facts(index).contains { fact in
      switch (task, fact) {
      case (.network, .networkIsBusy), (.errors, .hasErrors): true
      case (.other(let id), .action(let other, _)): id == other
      default: false
      }
    }
  }

  /// Names for each step those that must be done before, without those that follow from others.
  private mutating func arrange(_ before: [Set<Int>]) {
    var all: [Set<Int>] = []
    let isSmall = steps.count <= Self.limit
    for number in steps.indices {
      var nearest = before[number]
      if isSmall {
        all.append(before[number].reduce(into: before[number]) { $0.formUnion(all[$1]) })
        for earlier in before[number] { nearest.subtract(all[earlier]) }
      }
      steps[number].after = nearest.sorted().map { $0 + 1 }
    }
  }
}

/// What the guards of a moment mention, also through `.enabled`.
struct PlanReach {
  private let moment: PlanMoment

  init(_ moment: PlanMoment) { self.moment = moment }

  /// The action, and those whose guards its guard reads by `.enabled`.
  func actions(_ index: Int) -> [Int] {
    var actions = [index]
    var seen: Set<Int> = [index]
    var next = 0
    while next < actions.count {
      for id in moment.actions[actions[next]].guarded.enabledActions {
        if let other = moment.indices[id], seen.insert(other).inserted { actions.append(other) }
      }
      next += 1
    }
    return actions
  }

  /// The facts that the guard of an action reads.
  func facts(_ index: Int) -> [GuardFact] { actions(index).flatMap { moment.actions[$0].guarded.references } }

  /// The actions that the guard of an action mentions.
  func mentions(_ index: Int) -> [Int] {
    facts(index).compactMap { fact in fact.actionName.flatMap { moment.indices[$0] } }.unique
  }
}

extension Guard {
  /// The actions whose `.enabled` it reads.
  package var enabledActions: [String] { references.compactMap(\.enabledAction) }
}

extension GuardExpression {
  /// Its facts and comparisons.
  var leaves: [GuardExpression] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
    case .fact, .comparison: [self]
    }
  }
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

extension PlanStep.Task {
  var isBeat: Bool { if case .beat = self { true } else { false } }
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
