/// Finds steps after which a guard holds: from the parts that do not hold to what makes them hold, and so on,
/// with the effect of each step simulated before the next one is chosen.
///
/// What is left to do is a list, and so are the choices that can be taken back: a chain of guards can be
/// long.
package struct PlanSearch {
  /// What is left to do. Expressions are given by their numbers.
  private enum Goal {
    case achieve(Int)
    /// The parts of an expression must hold together; otherwise those are made to hold again that do not.
    case verify(Int, round: Int)
    /// These parts of an expression are made to hold in one of their orders, and then all of its parts hold.
    case inOrder([Int], order: Int, of: Int)
    /// The expression must hold.
    case check(Int)
    case press(Int, late: Bool)
    case pressed(Int, late: Bool)
    case beat(Int)
    case wait(Task)
    case grant(Int)
    /// What was achieved since then is not tried in another way.
    case commit(choices: Int)
  }

  private struct Choice {
    let agenda: Int
    let mark: Int
    let steps: Int
    let states: Int
    var alternatives: Alternatives
    /// The number of the alternative that is tried next.
    var next = 1
  }

  private enum Alternatives {
    case branches([Int])
    case orders([Int], count: Int, of: Int)

    var count: Int {
      switch self {
      case .branches(let branches): branches.count
      case .orders(_, let count, _): count
      }
    }

    subscript(number: Int) -> Goal {
      switch self {
      case .branches(let branches): .achieve(branches[number])
      case .orders(let parts, _, let whole): .inOrder(parts, order: number, of: whole)
      }
    }
  }

  /// What a step does, with the place of the action in the moment.
  enum Task: Equatable {
    case press(Int)
    case end(Int)
    case ready(Int)
    case beat(Int)
    case age(Int, Duration)
    /// By the place of the fact.
    case other(Int)
    case network
    case errors
  }

  /// A step, before it is known what it is needed for.
  struct Found {
    let task: Task
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
    push(.achieve(simulation.guards.guards[0]))
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
  private mutating func push(_ first: Goal, _ second: Goal, _ third: Goal? = nil) -> Bool {
    if let third { push(third) }
    push(second)
    push(first)
    return true
  }

  /// The goals come before what is left to do, and the comparison is taken as true after them.
  private mutating func push(_ first: Goal, _ second: Goal? = nil, granting part: Int) -> Bool {
    push(.grant(part))
    if let second { push(second) }
    push(first)
    return true
  }

  /// The expressions are made to hold before what is left to do, in this order.
  private mutating func pushAll(_ numbers: [Int]) {
    for number in numbers.reversed() { push(.achieve(number)) }
  }

  // MARK: Choices

  /// Tries the alternatives until one succeeds together with what is left to do.
  private mutating func choose(_ alternatives: Alternatives) -> Bool {
    guard alternatives.count > 0 else { return false }
    if commits { push(.commit(choices: choices.count)) }
    if alternatives.count > 1 {
      choices.append(
        Choice(
          agenda: agenda, mark: simulation.mark, steps: found.count, states: states.count,
          alternatives: alternatives))
    }
    push(alternatives[0])
    return true
  }

  /// Returns false if nothing else can be tried.
  private mutating func takeOther() -> Bool {
    while let choice = choices.last {
      guard expansions < limit, choice.next < choice.alternatives.count else {
        choices.removeLast()
        continue
      }
      choices[choices.count - 1].next += 1
      simulation.takeBack(to: choice.mark)
      found.removeLast(found.count - choice.steps)
      while states.count > choice.states, let change = states.popLast() { state[change.index] = change.old }
      agenda = choice.agenda
      push(choice.alternatives[choice.next])
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
    case .achieve(let number): return achieve(number)
    case .inOrder(let parts, let order, let whole):
      push(.verify(whole, round: 0))
      pushAll(Self.order(order, of: parts))
    case .verify(let whole, let round): return verify(whole, round)
    case .check(let number): return simulation.holds(number)
    case .press(let index, let late):
      guard state[index] == .untouched, costs.press(index) != nil, !simulation.isRunning(index) else {
        return false
      }
      set(index, .open)
      push(.pressed(index, late: late))
      push(.achieve(simulation.guards.guards[index]))
    case .pressed(let index, let late):
      guard simulation.canStart(index) else { return false }
      set(index, .pressed)
      simulation.press(index)
      found.append(Found(task: .press(index), isLate: late))
    case .beat(let index):
      guard simulation.guardHolds(index) else { return false }
      simulation.press(index)
      found.append(Found(task: .beat(index)))
    case .wait(let task):
      simulation.wait(task)
      found.append(Found(task: task))
    case .grant(let number):
      guard case .comparison(let comparison) = simulation.guards.values[number] else { break }
      simulation.grant(comparison)
      if !found.isEmpty { found[found.count - 1].granted = comparison }
    case .commit(let count): choices.removeLast(max(0, choices.count - count))
    }
    return true
  }

  private mutating func verify(_ whole: Int, _ round: Int) -> Bool {
    let missing = simulation.guards.conjuncts(whole).filter { !simulation.holds($0) }
    if missing.isEmpty { return true }
    guard round < 2 else { return false }
    push(.verify(whole, round: round + 1))
    pushAll(missing)
    return true
  }

  private mutating func achieve(_ number: Int) -> Bool {
    if simulation.holds(number) { return true }
    expansions += 1
    guard expansions <= limit else { return false }
    let guards = simulation.guards
    switch guards.expressions[number] {
    case .any(let range): return choose(.branches(costs.order(guards.parts[range])))
    case .all(let range):
      let missing = missing(of: guards.parts[range])
      return choose(.orders(missing, count: Self.orderCount(missing.count), of: number))
    case .condition, .outside, .comparison: return pursue(number)
    }
  }

  /// The parts that do not hold, each once, in the order in which they are made to hold.
  private func missing(of parts: ArraySlice<Int>) -> [Int] {
    var ranked: [(rank: Int, place: Int)] = []
    for place in parts.indices where !simulation.holds(parts[place]) {
      ranked.append((costs.rank(of: parts[place]), place))
    }
    ranked.sort { $0 < $1 }
    return ranked.map { parts[$0.place] }.unique
  }

  /// Pushes what makes a fact or comparison hold.
  private mutating func pursue(_ part: Int) -> Bool {
    guard let remedy = simulation.remedy(part) else { return false }
    let guards = simulation.guards.guards
    switch remedy {
    case .press(let index): return push(.press(index, late: false), .check(part))
    case .pressLate(let index): return push(.press(index, late: true), .check(part))
    case .pressFirst(let index): return push(.press(index, late: false), .achieve(part))
    case .becomeReady(let index): return push(.wait(.ready(index)), .check(part))
    case .beat(let index): return push(.achieve(guards[index]), .beat(index), .check(part))
    case .unlock(let index): return push(.achieve(guards[index]), .check(part))
    case .age(let index, let age): return push(.wait(.age(index, age)), .check(part))
    case .valueOfRun(let index): return push(.wait(.end(index)), granting: part)
    case .valueOfBeat(let index): return push(.achieve(guards[index]), .beat(index), granting: part)
    case .valueOfPress(let index): return push(.press(index, late: false), granting: part)
    case .other(let place): return push(.wait(.other(place)), .check(part))
    case .network: return push(.wait(.network), .check(part))
    case .errors: return push(.wait(.errors), .check(part))
    case .person: return simulation.holds(part)
    }
  }

  /// The number of orders that are tried for this many parts.
  private static func orderCount(_ count: Int) -> Int {
    if count <= orderLimit { return (1...max(1, count)).reduce(1, *) }
    return count > moveLimit ? 1 : 1 + 2 * count
  }

  /// One of the orders; that with number 0 is the given one.
  private static func order(_ number: Int, of parts: [Int]) -> [Int] {
    if number == 0 { return parts }
    var rest = parts
    guard parts.count > orderLimit else {
      // All permutations, the places of the first parts changing last.
      var (number, ordered) = (number, [Int]())
      while !rest.isEmpty {
        let others = (1..<max(2, rest.count)).reduce(1, *)
        ordered.append(rest.remove(at: number / others))
        number %= others
      }
      return ordered
    }
    let part = rest.remove(at: (number - 1) / 2)
    return number % 2 == 1 ? rest + [part] : [part] + rest
  }
}

extension PlanSearch.Task {
  /// A step of a plan, at a moment; nil if it is about something that the guards do not read any more.
  init?(_ task: PlanStep.Task, _ guards: PlanGuards) {
    let index = task.action.flatMap { guards.indices[$0] }
    switch task {
    case .press: if let index { self = .press(index) } else { return nil }
    case .end: if let index { self = .end(index) } else { return nil }
    case .ready: if let index { self = .ready(index) } else { return nil }
    case .beat: if let index { self = .beat(index) } else { return nil }
    case .age(_, let age): if let index { self = .age(index, age) } else { return nil }
    case .other(let id):
      guard let place = guards.outside.firstIndex(where: { $0.actionName == id }) else { return nil }
      self = .other(place)
    case .network: self = .network
    case .errors: self = .errors
    }
  }
}

extension PlanSimulation {
  /// A step has succeeded.
  mutating func wait(_ task: PlanSearch.Task) {
    switch task {
    case .press(let index), .beat(let index): press(index)
    case .ready(let index): becomeReady(index)
    case .age(let index, let age): wait(for: age, of: index)
    case .end: break
    case .other(let place): if let id = guards.outside[place].actionName { endOther(id) }
    case .network: endRequests()
    case .errors: expireErrors()
    }
  }

  /// Performs steps as far as they can be performed. Returns whether all of them were, and the target could
  /// be started then.
  mutating func opens(_ steps: [PlanSearch.Found]) -> Bool {
    for step in steps {
      switch step.task {
      case .press(let index): guard canStart(index) else { return false }
      case .beat(let index): guard guardHolds(index) else { return false }
      case .end, .ready, .age, .other, .network, .errors: break
      }
      wait(step.task)
      if let granted = step.granted { grant(granted) }
    }
    return guardHolds(0)
  }
}
