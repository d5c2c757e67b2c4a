/// Finds steps after which a guard holds: from the parts that do not hold to what makes them hold, and so on,
/// with the effect of each step simulated before the next one is chosen.
///
/// What is left to do is a list, and so are the choices that can be taken back: a chain of guards can be
/// long.
package struct PlanSearch {
  /// What is left to do.
  private enum Goal {
    case achieve(GuardExpression)
    /// The parts must hold together; otherwise those are made to hold again that do not.
    case verify([GuardExpression], round: Int)
    /// The first parts are made to hold in this order, and then all hold.
    case inOrder([GuardExpression], of: [GuardExpression])
    /// The expression must hold.
    case check(GuardExpression)
    case press(Int, late: Bool)
    case pressed(Int, late: Bool)
    case beat(Int)
    case wait(PlanStep.Task)
    case grant(GuardComparison)
    /// What was achieved since then is not tried in another way.
    case commit(choices: Int)
  }

  private struct Choice {
    let agenda: Int
    let mark: Int
    let steps: Int
    let states: Int
    /// What else can be tried, the next one last.
    var others: [Goal]
  }

  /// A step, before it is known what it is needed for.
  struct Found {
    let task: PlanStep.Task
    /// Whether it comes after all others.
    var isLate = false
    /// The comparison of values that is taken as true from then on.
    var granted: GuardComparison?
  }

  /// The most parts of guards that are examined.
  package static let limit = 20_000
  /// The most parts of `&&` of which all orders are tried, and of which each is tried first and last.
  private static let (orderLimit, moveLimit) = (4, 12)

  private(set) var simulation: PlanSimulation
  private(set) var found: [Found] = []
  /// How many parts of guards were examined.
  private(set) var expansions = 0
  private let costs: PlanCosts
  private let commits: Bool
  private let limit: Int
  /// What is left to do after each goal is the goal with the number `next`; -1 for nothing.
  private var goals: [(goal: Goal, next: Int)] = []
  private var agenda = -1
  private var choices: [Choice] = []
  /// The actions that were pressed, or whose guards are being made to hold, the last one last.
  private var states: [(index: Int, old: State)] = []
  private var state: [State]

  private enum State { case untouched, open, pressed }

  /// - Parameters:
  ///   - simulation: The present facts, with the present runs at their ends.
  ///   - commits: Whether a part that was made to hold is not made to hold in another way.
  init(_ simulation: PlanSimulation, _ costs: PlanCosts, commits: Bool, limit: Int = Self.limit) {
    (self.simulation, self.costs, self.commits, self.limit) = (simulation, costs, commits, limit)
    state = simulation.moment.actions.map { _ in .untouched }
  }

  /// Returns whether steps were found.
  mutating func run() -> Bool {
    push(.achieve(simulation.moment.target.guarded.expression))
    while agenda >= 0 {
      let (goal, next) = goals[agenda]
      agenda = next
      if take(goal) { continue }
      guard takeOther() else { return false }
    }
    return true
  }

  private mutating func push(_ goal: Goal) {
    goals.append((goal, agenda))
    agenda = goals.count - 1
  }

  /// The goals come before what is left to do, in this order.
  private mutating func push(_ goals: [Goal]) -> Bool {
    for goal in goals.reversed() { push(goal) }
    return true
  }

  // MARK: Choices

  /// Tries the goals until one succeeds together with what is left to do.
  private mutating func choose(_ alternatives: [Goal]) -> Bool {
    guard let first = alternatives.first else { return false }
    if commits { push(.commit(choices: choices.count)) }
    if alternatives.count > 1 {
      choices.append(
        Choice(
          agenda: agenda, mark: simulation.mark, steps: found.count, states: states.count,
          others: alternatives.dropFirst().reversed()))
    }
    push(first)
    return true
  }

  /// Returns false if nothing else can be tried.
  private mutating func takeOther() -> Bool {
    while let choice = choices.last {
      guard expansions < limit, let other = choices[choices.count - 1].others.popLast() else {
        choices.removeLast()
        continue
      }
      simulation.takeBack(to: choice.mark)
      found.removeLast(found.count - choice.steps)
      while states.count > choice.states, let change = states.popLast() { state[change.index] = change.old }
      agenda = choice.agenda
      push(other)
      return true
    }
    return false
  }

  private mutating func set(_ index: Int, _ new: State) {
    states.append((index, state[index]))
    state[index] = new
  }

  // MARK: Goals

  /// Returns false if the goal cannot be reached.
  private mutating func take(_ goal: Goal) -> Bool {
    switch goal {
    case .achieve(let expression): return achieve(expression)
    case .inOrder(let parts, let all):
      return push(parts.map { .achieve($0) } + [.verify(all, round: 0)])
    case .verify(let parts, let round): return verify(parts, round)
    case .check(let expression): return simulation.holds(expression)
    case .press(let index, let late):
      guard state[index] == .untouched, costs.press(index) != nil, !simulation.isRunning(index) else {
        return false
      }
      set(index, .open)
      return push([
        .achieve(simulation.moment.actions[index].guarded.expression), .pressed(index, late: late),
      ])
    case .pressed(let index, let late):
      guard simulation.canStart(index) else { return false }
      set(index, .pressed)
      simulation.press(index)
      found.append(Found(task: .press(simulation.moment.actions[index].id), isLate: late))
    case .beat(let index):
      guard simulation.guardHolds(index) else { return false }
      simulation.press(index)
      found.append(Found(task: .beat(simulation.moment.actions[index].id)))
    case .wait(let task):
      simulation.wait(task)
      found.append(Found(task: task))
    case .grant(let comparison):
      simulation.grant(comparison)
      if !found.isEmpty { found[found.count - 1].granted = comparison }
    case .commit(let count): choices.removeLast(max(0, choices.count - count))
    }
    return true
  }

  private mutating func verify(_ parts: [GuardExpression], _ round: Int) -> Bool {
    let missing = parts.filter { !simulation.holds($0) }
    if missing.isEmpty { return true }
    guard round < 2 else { return false }
    return push(missing.map { .achieve($0) } + [.verify(parts, round: round + 1)])
  }

  private mutating func achieve(_ expression: GuardExpression) -> Bool {
    if simulation.holds(expression) { return true }
    expansions += 1
    guard expansions <= limit else { return false }
    switch expression {
    case .any(let parts): return choose(costs.order(parts).map { .achieve($0) })
    case .all(let parts):
      let missing = parts.enumerated().filter { !simulation.holds($0.element) }
        .map { (costs.rank(of: $0.element), $0.offset, $0.element) }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2).unique
      return choose(Self.orders(missing).map { .inOrder($0, of: parts) })
    case .fact(let fact, let expected):
      return push(goals(for: simulation.remedy(fact, expected: expected), of: expression, nil))
    case .comparison(let comparison):
      return push(goals(for: simulation.remedy(comparison), of: expression, comparison))
    }
  }

  private func goals(for remedy: PlanRemedy, of part: GuardExpression, _ comparison: GuardComparison?)
    -> [Goal]
  {
    let actions = simulation.moment.actions
    let granted = comparison.map { [Goal.grant($0)] } ?? []
    return switch remedy {
    case .press(let index): [.press(index, late: false), .check(part)]
    case .pressLate(let index): [.press(index, late: true), .check(part)]
    case .pressFirst(let index): [.press(index, late: false), .achieve(part)]
    case .becomeReady(let index): [.wait(.ready(actions[index].id)), .check(part)]
    case .beat(let index): [.achieve(actions[index].guarded.expression), .beat(index), .check(part)]
    case .unlock(let index): [.achieve(actions[index].guarded.expression), .check(part)]
    case .age(let index, let age): [.wait(.age(actions[index].id, age)), .check(part)]
    case .valueOfRun(let index): [.wait(.end(actions[index].id))] + granted
    case .valueOfBeat(let index):
      [.achieve(actions[index].guarded.expression), .beat(index)] + granted
    case .valueOfPress(let index): [.press(index, late: false)] + granted
    case .other(let id): [.wait(.other(id)), .check(part)]
    case .network: [.wait(.network), .check(part)]
    case .errors: [.wait(.errors), .check(part)]
    case .person: [.check(part)]
    }
  }

  /// The orders that are tried; the given one is the first.
  private static func orders(_ parts: [GuardExpression]) -> [[GuardExpression]] {
    if parts.count <= orderLimit { return permutations(parts) }
    if parts.count > moveLimit { return [parts] }
    let moved = parts.indices.flatMap { index in
      var rest = parts
      let part = rest.remove(at: index)
      return [rest + [part], [part] + rest]
    }
    return [parts] + moved
  }

  /// All orders; the given one is the first.
  private static func permutations(_ parts: [GuardExpression]) -> [[GuardExpression]] {
    guard parts.count > 1 else { return [parts] }
    return parts.indices.flatMap { index in
      var rest = parts
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }
}

extension PlanSimulation {
  /// A step has succeeded.
  mutating func wait(_ task: PlanStep.Task) {
    switch task {
    case .press(let id), .beat(let id): if let index = moment.indices[id] { press(index) }
    case .ready(let id): if let index = moment.indices[id] { becomeReady(index) }
    case .age(let id, let age): if let index = moment.indices[id] { wait(for: age, of: index) }
    case .end: break
    case .other(let id): endOther(id)
    case .network: endRequests()
    case .errors: expireErrors()
    }
  }

  /// Performs steps as far as they can be performed. Returns whether all of them were, and the target could
  /// be started then.
  mutating func opens(_ steps: [PlanSearch.Found]) -> Bool {
    for step in steps {
      switch step.task {
      case .press(let id):
        guard let index = moment.indices[id], canStart(index) else { return false }
      case .beat(let id):
        guard let index = moment.indices[id], guardHolds(index) else { return false }
      case .end, .ready, .age, .other, .network, .errors: break
      }
      wait(step.task)
      if let granted = step.granted { grant(granted) }
    }
    return guardHolds(0)
  }
}
