/// What would be true after steps of a plan, if all of them succeed. Steps can be taken back.
struct PlanSimulation: GuardFacts {
  let moment: PlanMoment
  let guards: PlanGuards
  private var states: [State]
  private(set) var networkIsBusy: Bool
  private(set) var errors: [PlannedError]
  private var others: [String: ActionFacts]
  /// Comparisons of values that are taken as true, as they cannot be known.
  private var granted: Set<GuardComparison> = []
  /// The simulated time; each end takes a moment.
  private var time = Duration.zero
  private var changes: [Change] = []

  /// What steps change of an action.
  private struct State {
    var conditions: PlanConditions
    /// When the last result was reached.
    var end: Duration?
    /// Whether a simulated end has removed the progress.
    var isWithoutProgress = false
  }

  private enum Change {
    case action(Int, State)
    case time(Duration)
    case network
    case errors([PlannedError])
    indirect case other(String, ActionFacts?)
    case granted(GuardComparison)
  }

  init(_ moment: PlanMoment) {
    self.moment = moment
    guards = moment.guards
    states = moment.actions.map { action in
      State(conditions: PlanConditions(action.facts), end: action.facts.age.map { .zero - $0 })
    }
    (networkIsBusy, errors, others) = (moment.networkIsBusy, moment.errors, moment.others)
  }

  // MARK: Reading

  var hasErrors: Bool { !errors.isEmpty }

  func action(_ id: String) -> ActionFacts? {
    guard let index = moment.indices[id] else { return others[id] }
    var facts = moment.actions[index].facts
    states[index].conditions.update(&facts)
    facts.age = states[index].end.map { time - $0 }
    if states[index].isWithoutProgress { facts.progress = nil }
    return facts
  }

  /// When the last result of an action was reached; nil if it has none.
  func end(of index: Int) -> Duration? { states[index].end }

  /// Whether the expression of this number holds.
  func holds(_ number: Int) -> Bool {
    switch guards.expressions[number] {
    case .all(let range):
      for place in range where !holds(guards.parts[place]) { return false }
      return true
    case .any(let range):
      for place in range where holds(guards.parts[place]) { return true }
      return false
    case .condition(let condition): return states[condition.index].conditions.bits & condition.bit != 0
    case .outside: return holds(guards.values[number])
    case .comparison(let place): return holds(guards.comparisons[place])
    }
  }

  /// Whether an expression holds that may be one of another moment.
  func holds(_ expression: GuardExpression) -> Bool {
    switch expression {
    case .all(let parts): parts.allSatisfy(holds)
    case .any(let parts): parts.contains(where: holds)
    case .fact(let fact, let expected): fact.holds(in: self) == expected
    case .comparison(let comparison): holds(comparison)
    }
  }

  private func holds(_ comparison: GuardComparison) -> Bool {
    granted.contains(comparison) || comparison.holds(in: self) == true && !isChance(comparison)
  }

  /// Whether it compares the ends of two present runs, of which nobody knows which comes first.
  private func isChance(_ comparison: GuardComparison) -> Bool {
    guard let (one, other) = comparison.comparedAges, let first = moment.indices[one],
      let second = moment.indices[other]
    else { return false }
    return first != second && states[first].end == Self.settleTime && states[second].end == Self.settleTime
  }

  func guardHolds(_ index: Int) -> Bool { holds(guards.guards[index]) }

  func isRunning(_ index: Int) -> Bool { states[index].conditions.isRunning == true }

  /// Whether a value that comparisons read is not known.
  func lacks(_ property: GuardFact.Property, of index: Int) -> Bool {
    switch property {
    case .value: moment.actions[index].facts.value == nil
    case .progress: states[index].isWithoutProgress || moment.actions[index].facts.progress == nil
    default: false
    }
  }

  /// Whether the action could be started.
  func canStart(_ index: Int) -> Bool {
    if isRunning(index), !moment.actions[index].startsWhileRunning { return false }
    return !moment.actions[index].isLeaving && guardHolds(index)
  }

  // MARK: Taking steps back

  /// What ``takeBack(to:)`` returns to.
  var mark: Int { changes.count }

  mutating func takeBack(to mark: Int) {
    while changes.count > mark, let change = changes.popLast() {
      switch change {
      case .action(let index, let old): states[index] = old
      case .time(let old): time = old
      case .network: networkIsBusy = true
      case .errors(let old): errors = old
      case .other(let id, let old): others[id] = old
      case .granted(let comparison): granted.remove(comparison)
      }
    }
  }

  // MARK: Steps

  /// The commands that run end well, those that are being cancelled end otherwise, and services that are
  /// being stopped end.
  mutating func settle() {
    set(time: Self.settleTime)
    for (index, action) in moment.actions.enumerated() where action.isRunning {
      if action.kind == .service {
        if action.isEnding { stop(index, hasResult: true) }
      } else if action.isEnding {
        stop(index, hasResult: !action.keepsResult)
      } else if action.keepsResult {
        stop(index, hasResult: false)
      } else {
        succeed(index)
      }
    }
  }

  /// When the present runs end in the simulation.
  private static let settleTime = Duration.nanoseconds(1)

  /// A run of a command or probe ends well.
  mutating func end(_ index: Int) {
    set(time: time + .nanoseconds(1))
    succeed(index)
  }

  private mutating func succeed(_ index: Int) {
    change(index, end: time) { state in
      state.conditions.isRunning = false
      state.conditions.hasSucceeded = true
      state.conditions.hasFailed = false
      state.conditions.isIdle = false
      state.conditions.asks = false
      state.conditions.hasEnded = true
      state.conditions.isFresh = true
      state.isWithoutProgress = true
    }
  }

  /// A service starts and is ready.
  mutating func serve(_ index: Int) {
    change(index, end: nil) { state in
      state.conditions.isRunning = true
      state.conditions.isReady = true
      state.conditions.isIdle = false
      state.conditions.hasSucceeded = false
      state.conditions.hasFailed = false
      state.conditions.hasEnded = false
    }
  }

  /// A run ends that was cancelled, or whose result is not known.
  private mutating func stop(_ index: Int, hasResult: Bool) {
    change(index, end: hasResult ? time : states[index].end) { state in
      state.conditions.isRunning = false
      state.conditions.isReady = false
      state.conditions.isIdle = false
      state.conditions.asks = false
      state.conditions.hasEnded = true
      guard hasResult else { return }
      state.conditions.hasSucceeded = false
      state.conditions.hasFailed = false
      state.conditions.isFresh = false
    }
  }

  /// Starts an action and waits for its effect.
  mutating func press(_ index: Int) {
    if moment.actions[index].kind == .service { serve(index) } else { end(index) }
    guard !errors.isEmpty else { return }
    let id = guards.ids[index]
    if errors.contains(where: { $0.action == id }) { set(errors: errors.filter { $0.action != id }) }
  }

  mutating func becomeReady(_ index: Int) {
    change(index, end: states[index].end) { $0.conditions.isReady = true }
  }

  /// Time passes until the result of an action has an age.
  mutating func wait(for age: Duration, of index: Int) {
    guard let end = states[index].end, time < end + age else { return }
    // What was done at the same time is as old by then.
    set(time: end + age + .seconds(1))
    readAllEnabled()
  }

  mutating func grant(_ comparison: GuardComparison) {
    if granted.insert(comparison).inserted { changes.append(.granted(comparison)) }
    readAllEnabled()
  }

  mutating func endRequests() {
    guard networkIsBusy else { return }
    changes.append(.network)
    networkIsBusy = false
    readAllEnabled()
  }

  mutating func expireErrors() {
    set(errors: errors.filter { !$0.expires })
  }

  /// A run on another board ends.
  mutating func endOther(_ id: String) {
    changes.append(.other(id, others[id]))
    others[id, default: ActionFacts()].isRunning = false
    readAllEnabled()
  }

  private mutating func set(errors: [PlannedError]) {
    changes.append(.errors(self.errors))
    self.errors = errors
    readAllEnabled()
  }

  private mutating func set(time: Duration) {
    changes.append(.time(self.time))
    self.time = time
  }

  private mutating func change(_ index: Int, end: Duration?, _ body: (inout State) -> Void) {
    changes.append(.action(index, states[index]))
    states[index].end = end
    body(&states[index])
    if guards.readsEnabled { readEnabled([index] + guards.readers[index]) }
  }

  private mutating func readAllEnabled() {
    if guards.readsEnabled { readEnabled(Array(states.indices)) }
  }

  /// Evaluates the guards of actions whose `.enabled` is read, and of those that depend on it. No guard
  /// depends on itself by `.enabled`.
  private mutating func readEnabled(_ indices: [Int]) {
    var pending = indices.filter { guards.isEnabledRead[$0] }
    while let index = pending.popLast() {
      let isEnabled = canStart(index)
      guard states[index].conditions.isEnabled != isEnabled else { continue }
      changes.append(.action(index, states[index]))
      states[index].conditions.isEnabled = isEnabled
      pending += guards.readers[index].filter { guards.isEnabledRead[$0] }
    }
  }
}
