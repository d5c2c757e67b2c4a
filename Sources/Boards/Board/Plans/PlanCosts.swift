/// What it takes at least to make something hold, by which the branches of `||` are ordered.
struct PlanCost: Comparable {
  var questions = 0
  var presses = 0
  /// The waits that nothing on the board ends.
  var waits = 0

  private static let most = 1 << 40

  static func + (one: Self, other: Self) -> Self {
    PlanCost(
      questions: min(most, one.questions + other.questions), presses: min(most, one.presses + other.presses),
      waits: min(most, one.waits + other.waits))
  }

  static func < (one: Self, other: Self) -> Bool {
    (one.questions, one.presses, one.waits) < (other.questions, other.presses, other.waits)
  }
}

/// The costs of pressing each action of a moment: the least fixed point over all guards.
struct PlanCosts {
  /// The cost of making the guard of each action hold; nil if nothing does.
  private(set) var guards: [PlanCost?]
  private let simulation: PlanSimulation
  private let mayPress: [Bool]

  /// - Parameter mayPress: Which actions a plan may start.
  init(_ simulation: PlanSimulation, mayPress: [Bool]) {
    self.simulation = simulation
    self.mayPress = mayPress
    let actions = simulation.moment.actions.indices
    guards = actions.map { _ in nil }
    var pending = Array(actions.reversed())
    var isPending = actions.map { _ in true }
    var next = 0
    while next < pending.count {
      let index = pending[next]
      next += 1
      isPending[index] = false
      let cost = cost(of: simulation.guards.guards[index])
      guard let cost, guards[index].map({ cost < $0 }) ?? true else { continue }
      guards[index] = cost
      for reader in simulation.guards.readers[index] where !isPending[reader] {
        isPending[reader] = true
        pending.append(reader)
      }
    }
  }

  /// The cost of pressing an action; nil if it cannot be pressed.
  func press(_ index: Int) -> PlanCost? {
    guard mayPress[index], let cost = guards[index] else { return nil }
    return cost + PlanCost(questions: simulation.moment.actions[index].question == nil ? 0 : 1, presses: 1)
  }

  /// The cost of making the expression of this number hold; nil if nothing does.
  func cost(of number: Int) -> PlanCost? {
    if simulation.holds(number) { return PlanCost() }
    let table = simulation.guards
    switch table.expressions[number] {
    case .all(let range):
      var sum = PlanCost()
      for place in range {
        guard let cost = cost(of: table.parts[place]) else { return nil }
        sum = sum + cost
      }
      return sum
    case .any(let range):
      var least: PlanCost?
      for place in range {
        if let cost = cost(of: table.parts[place]), least.map({ cost < $0 }) ?? true { least = cost }
      }
      return least
    case .condition, .outside, .comparison: return simulation.remedy(number).flatMap { cost(of: $0) }
    }
  }

  private func cost(of remedy: PlanRemedy) -> PlanCost? {
    switch remedy {
    case .press(let index), .pressLate(let index), .pressFirst(let index), .valueOfPress(let index):
      press(index)
    case .unlock(let index), .beat(let index), .valueOfBeat(let index): guards[index]
    case .becomeReady, .valueOfRun: PlanCost()
    case .age, .other, .network, .errors: PlanCost(waits: 1)
    case .person: nil
    }
  }

  /// The place of a part of a guard in the order in which parts are made to hold.
  func rank(of number: Int) -> Int {
    let table = simulation.guards
    switch table.expressions[number] {
    case .all(let range):
      return table.parts[range].filter { !simulation.holds($0) }.map(rank).max() ?? 0
    case .any(let range): return cheapest(table.parts[range]).map(rank) ?? 6
    case .condition, .outside, .comparison:
      return simulation.remedy(number)?.rank(in: simulation.moment) ?? 6
    }
  }

  /// The branch with the least cost; nil if no branch has one.
  private func cheapest(_ parts: ArraySlice<Int>) -> Int? {
    var best: (part: Int, cost: PlanCost)?
    for part in parts {
      if let cost = cost(of: part), best.map({ cost < $0.cost }) ?? true { best = (part, cost) }
    }
    return best?.part
  }

  /// The branches of `||` that may hold, in the order in which they are tried.
  func order(_ parts: ArraySlice<Int>) -> [Int] {
    parts.enumerated().compactMap { item in cost(of: item.element).map { ($0, item.offset, item.element) } }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}
