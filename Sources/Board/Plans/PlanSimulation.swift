/// What would be true after steps of a plan, if all of them succeed. Steps can be taken back.
struct PlanSimulation: GuardFacts {
  let moment: PlanMoment
  private(set) var facts: [ActionFacts]
  /// When the last result of each action was reached.
  private(set) var ends: [Duration?]
  private(set) var networkIsBusy: Bool
  private(set) var errors: [PlannedError]
  private var others: [String: ActionFacts]
  /// Comparisons of values that are taken as true, as they cannot be known.
  private var granted: Set<GuardComparison> = []
  /// The simulated time; each end takes a moment.
  private var time = Duration.zero
  /// The actions whose `.enabled` a guard reads.
  private let readEnabled: [Bool]
  /// For each action those whose guards read it.
  let readers: [[Int]]
  private var changes: [Change] = []

  private enum Change {
    case action(Int, ActionFacts, Duration?)
    case time(Duration)
    case network
    case errors([PlannedError])
    case other(String, ActionFacts?)
    case granted(GuardComparison)
  }

  init(_ moment: PlanMoment) {
    self.moment = moment
    facts = moment.actions.map(\.facts)
    ends = moment.actions.map { $0.facts.age.map { .zero - $0 } }
    (networkIsBusy, errors, others) = (moment.networkIsBusy, moment.errors, moment.others)
    var readEnabled = moment.actions.map { _ in false }
    var readers: [[Int]] = moment.actions.map { _ in [] }
    for (reader, action) in moment.actions.enumerated() {
      for case .action(let id, let property) in action.guarded.references {
        guard let index = moment.indices[id] else { continue }
        if readers[index].last != reader { readers[index].append(reader) }
        if property == .enabled { readEnabled[index] = true }
      }
    }
    (self.readEnabled, self.readers) = (readEnabled, readers)
  }

  // MARK: Reading

  var hasErrors: Bool { !errors.isEmpty }

  func action(_ id: String) -> ActionFacts? {
    guard let index = moment.indices[id] else { return others[id] }
    var facts = facts[index]
    facts.age = ends[index].map { time - $0 }
    return facts
  }

  func holds(_ expression: GuardExpression) -> Bool {
    switch expression {
    case .all(let parts): parts.allSatisfy(holds)
    case .any(let parts): parts.contains(where: holds)
    case .fact(let fact, let expected): fact.holds(in: self) == expected
    case .comparison(let comparison):
      granted.contains(comparison) || comparison.holds(in: self) == true && !isChance(comparison)
    }
  }

  /// Whether it compares the ends of two present runs, of which nobody knows which comes first.
  private func isChance(_ comparison: GuardComparison) -> Bool {
    guard let (one, other) = comparison.comparedAges, let first = moment.indices[one],
      let second = moment.indices[other]
    else { return false }
    return first != second && ends[first] == Self.settleTime && ends[second] == Self.settleTime
  }

  func guardHolds(_ index: Int) -> Bool { holds(moment.actions[index].guarded.expression) }

  func isRunning(_ index: Int) -> Bool { facts[index].isRunning == true }

  /// Whether the action could be started.
  func canStart(_ index: Int) -> Bool {
    let action = moment.actions[index]
    return !action.isLeaving && (!isRunning(index) || action.startsWhileRunning) && guardHolds(index)
  }

  // MARK: Taking steps back

  /// What ``takeBack(to:)`` returns to.
  var mark: Int { changes.count }

  mutating func takeBack(to mark: Int) {
    while changes.count > mark, let change = changes.popLast() {
      switch change {
      case .action(let index, let old, let end): (facts[index], ends[index]) = (old, end)
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
    change(index, end: time) { facts in
      (facts.isRunning, facts.hasSucceeded, facts.hasFailed, facts.isIdle) = (false, true, false, false)
      (facts.progress, facts.asks, facts.hasEnded, facts.isFresh) = (nil, false, true, true)
    }
  }

  /// A service starts and is ready.
  mutating func serve(_ index: Int) {
    change(index, end: nil) { facts in
      (facts.isRunning, facts.isReady, facts.isIdle) = (true, true, false)
      (facts.hasSucceeded, facts.hasFailed, facts.hasEnded) = (false, false, false)
    }
  }

  /// A run ends that was cancelled, or whose result is not known.
  private mutating func stop(_ index: Int, hasResult: Bool) {
    change(index, end: hasResult ? time : ends[index]) { facts in
      (facts.isRunning, facts.isReady, facts.isIdle, facts.asks) = (false, false, false, false)
      facts.hasEnded = true
      if hasResult { (facts.hasSucceeded, facts.hasFailed, facts.isFresh) = (false, false, false) }
    }
  }

  /// Starts an action and waits for its effect.
  mutating func press(_ index: Int) {
    if moment.actions[index].kind == .service { serve(index) } else { end(index) }
    let id = moment.actions[index].id
    if errors.contains(where: { $0.action == id }) { set(errors: errors.filter { $0.action != id }) }
  }

  mutating func becomeReady(_ index: Int) { change(index, end: ends[index]) { $0.isReady = true } }

  /// Time passes until the result of an action has an age.
  mutating func wait(for age: Duration, of index: Int) {
    guard let end = ends[index], time < end + age else { return }
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

  private mutating func change(_ index: Int, end: Duration?, _ body: (inout ActionFacts) -> Void) {
    changes.append(.action(index, facts[index], ends[index]))
    ends[index] = end
    body(&facts[index])
    readEnabled([index] + readers[index])
  }

  private mutating func readAllEnabled() { readEnabled(Array(readEnabled.indices)) }

  /// Evaluates the guards of actions whose `.enabled` is read, and of those that depend on it. No guard
  /// depends on itself by `.enabled`.
  private mutating func readEnabled(_ indices: [Int]) {
    var pending = indices.filter { readEnabled[$0] }
    while let index = pending.popLast() {
      let isEnabled = canStart(index)
      guard facts[index].isEnabled != isEnabled else { continue }
      changes.append(.action(index, facts[index], ends[index]))
      facts[index].isEnabled = isEnabled
      pending += readers[index].filter { readEnabled[$0] }
    }
  }
}
