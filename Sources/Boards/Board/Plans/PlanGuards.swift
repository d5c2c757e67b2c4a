/// The guards of an action and of all that they read, with numbers instead of names and expressions: each is
/// looked up once, and equal expressions have the same number.
package final class PlanGuards: Sendable {
  enum Expression: Sendable {
    /// Where the numbers of the parts are in ``parts``.
    case all(Range<Int>)
    case any(Range<Int>)
    /// A condition of an action of the board.
    case condition(PlanCondition)
    /// A fact about no action of the board, by its place in ``outside``.
    case outside(Int)
    /// By its place in ``comparisons``.
    case comparison(Int)
  }

  /// The names of the actions; the one that the plan is for comes first.
  package let ids: [String]
  /// The places of the actions in ``ids``.
  let indices: [String: Int]
  /// The names in guards that are no actions of the board.
  let strangers: Set<String>
  let expressions: [Expression]
  /// The expressions as guards have them, by their numbers.
  let values: [GuardExpression]
  let parts: [Int]
  let outside: [GuardFact]
  let comparisons: [GuardComparison]
  /// For each action the number of its guard.
  let guards: [Int]
  /// For each action the facts and comparisons of its guard, each once, by their numbers.
  let leaves: PlanLists
  /// For each action those that its guard mentions, each once.
  let mentions: PlanLists
  /// For each action those whose `.enabled` its guard reads, each once.
  let enabledActions: PlanLists
  /// For each action those whose guards mention it.
  let readers: PlanLists
  /// For each action whether a guard reads its `.enabled`.
  let isEnabledRead: [Bool]
  /// Whether any guard reads `.enabled`.
  let readsEnabled: Bool

  /// Nil if there is no such action.
  /// - Parameter read: The guard of an action; nil if there is none of that name. Called once for each name,
  ///   in the order of ``ids``.
  init?(of target: String, read: (String) -> Guard?) {
    guard let first = read(target) else { return nil }
    var numbers = PlanNumbering(target)
    var pending = [first]
    while numbers.guards.count < pending.count {
      numbers.add(pending[numbers.guards.count].expression) { id in
        guard let guarded = read(id) else { return false }
        pending.append(guarded)
        return true
      }
    }
    (ids, indices, strangers) = (numbers.ids, numbers.indices, numbers.strangers)
    (expressions, values, parts) = (numbers.expressions, numbers.values, numbers.parts)
    (outside, comparisons, guards) = (numbers.outside, numbers.comparisons, numbers.guards)
    (leaves, mentions, enabledActions) = (numbers.leaves, numbers.mentions, numbers.enabledActions)
    readers = numbers.mentions.inverted
    var isEnabledRead = numbers.ids.map { _ in false }
    for index in numbers.enabledActions.items { isEnabledRead[index] = true }
    self.isEnabledRead = isEnabledRead
    readsEnabled = !numbers.enabledActions.items.isEmpty
  }

  /// The numbers of the parts that must all hold.
  func conjuncts(_ number: Int) -> ArraySlice<Int> {
    if case .all(let range) = expressions[number] { parts[range] } else { [number] }
  }

  /// Passes the action, and those whose guards its guard reads by `.enabled`.
  func forEachInReach(of index: Int, _ body: (Int) -> Void) {
    body(index)
    if !enabledActions[index].isEmpty { for other in reach(index).dropFirst() { body(other) } }
  }

  /// The action, and those whose guards its guard reads by `.enabled`.
  func reach(_ index: Int) -> [Int] {
    var actions = [index]
    var seen: Set<Int> = [index]
    var next = 0
    while next < actions.count {
      for other in enabledActions[actions[next]] where seen.insert(other).inserted { actions.append(other) }
      next += 1
    }
    return actions
  }

  /// The actions that the guard of an action mentions, also through `.enabled`.
  func mentionsInReach(_ index: Int) -> ArraySlice<Int> {
    if enabledActions[index].isEmpty { return mentions[index] }
    return reach(index).flatMap { mentions[$0] }.unique[...]
  }
}

/// A condition of an action, as a bit among those of the action.
struct PlanCondition: Sendable {
  let index: Int
  let property: GuardFact.Property
  let expected: Bool
  let bit: UInt32

  /// Nil for a property that is no condition.
  init?(_ index: Int, _ property: GuardFact.Property, expected: Bool) {
    guard let place = property.conditionPlace else { return nil }
    (self.index, self.property, self.expected) = (index, property, expected)
    bit = PlanConditions.bit(place, expected)
  }
}

/// The conditions of an action, two bits each: one is set if it is true, the other one if it is false, and
/// none if it is unknown.
struct PlanConditions: Sendable {
  private(set) var bits: UInt32 = 0

  static func bit(_ place: Int, _ value: Bool) -> UInt32 { 1 << UInt32(2 * place + (value ? 1 : 0)) }

  private subscript(place: Int) -> Bool? {
    get {
      if bits & Self.bit(place, true) != 0 { return true }
      return bits & Self.bit(place, false) != 0 ? false : nil
    }
    set {
      bits &= ~(Self.bit(place, true) | Self.bit(place, false))
      if let newValue { bits |= Self.bit(place, newValue) }
    }
  }

  var isRunning: Bool? {
    get { self[0] }
    set { self[0] = newValue }
  }
  var hasSucceeded: Bool? {
    get { self[1] }
    set { self[1] = newValue }
  }
  var hasFailed: Bool? {
    get { self[2] }
    set { self[2] = newValue }
  }
  var isIdle: Bool? {
    get { self[3] }
    set { self[3] = newValue }
  }
  var hasEnded: Bool? {
    get { self[4] }
    set { self[4] = newValue }
  }
  var isEnabled: Bool? {
    get { self[5] }
    set { self[5] = newValue }
  }
  var isReady: Bool? {
    get { self[6] }
    set { self[6] = newValue }
  }
  var asks: Bool? {
    get { self[7] }
    set { self[7] = newValue }
  }
  var isFresh: Bool? {
    get { self[8] }
    set { self[8] = newValue }
  }

  init(_ facts: ActionFacts) {
    (isRunning, hasSucceeded, hasFailed) = (facts.isRunning, facts.hasSucceeded, facts.hasFailed)
    (isIdle, hasEnded, isEnabled) = (facts.isIdle, facts.hasEnded, facts.isEnabled)
    (isReady, asks, isFresh) = (facts.isReady, facts.asks, facts.isFresh)
  }

  /// Writes them into facts.
  func update(_ facts: inout ActionFacts) {
    (facts.isRunning, facts.hasSucceeded, facts.hasFailed) = (isRunning, hasSucceeded, hasFailed)
    (facts.isIdle, facts.hasEnded, facts.isEnabled) = (isIdle, hasEnded, isEnabled)
    (facts.isReady, facts.asks, facts.isFresh) = (isReady, asks, isFresh)
  }
}

extension GuardFact.Property {
  /// The place of the condition in ``PlanConditions``; nil if it is none.
  fileprivate var conditionPlace: Int? {
    switch self {
    case .running: 0
    case .succeeded: 1
    case .failed: 2
    case .idle: 3
    case .ended: 4
    case .enabled: 5
    case .ready: 6
    case .asks: 7
    case .fresh: 8
    case .value, .progress, .age, .restarts: nil
    }
  }

  /// How many there are.
  static let conditionCount = 9
}

/// Lists of numbers, one after the other.
struct PlanLists: Sendable {
  private(set) var items: [Int] = []
  private var starts = [0]

  subscript(index: Int) -> ArraySlice<Int> { items[starts[index]..<starts[index + 1]] }

  /// Adds to the last list, which ``close()`` ends.
  mutating func append(_ item: Int) { items.append(item) }

  mutating func close() { starts.append(items.count) }

  /// For each list the numbers of those that contain its own, in ascending order.
  var inverted: PlanLists {
    let count = starts.count - 1
    var places = Array(repeating: 0, count: count + 1)
    for item in items { places[item + 1] += 1 }
    for index in 0..<count { places[index + 1] += places[index] }
    var result = PlanLists()
    result.starts = places
    result.items = Array(repeating: 0, count: items.count)
    for index in 0..<count {
      for item in self[index] {
        result.items[places[item]] = index
        places[item] += 1
      }
    }
    return result
  }
}

/// Lists of numbers that grow in any order.
struct PlanChains {
  private var heads: [Int]
  /// Each item with the place of the one before it in its list; -1 for none.
  private var items: [(item: Int, before: Int)] = []

  init(count: Int) { heads = Array(repeating: -1, count: count) }

  mutating func append(_ item: Int, to list: Int) {
    items.append((item, heads[list]))
    heads[list] = items.count - 1
  }

  /// The items of a list, the first one first.
  func items(of list: Int) -> [Int] {
    var items: [Int] = []
    forEach(of: list) { items.append($0) }
    return items.reversed()
  }

  func contains(_ item: Int, in list: Int) -> Bool {
    var place = heads[list]
    while place >= 0, items[place].item != item { place = items[place].before }
    return place >= 0
  }

  /// Passes the items of a list, the last one first.
  func forEach(of list: Int, _ body: (Int) -> Void) {
    var place = heads[list]
    while place >= 0 {
      body(items[place].item)
      place = items[place].before
    }
  }
}
