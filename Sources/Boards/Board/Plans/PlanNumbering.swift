/// Gives numbers to the actions and expressions of guards.
struct PlanNumbering {
  private(set) var ids: [String]
  private(set) var indices: [String: Int]
  /// The names that are not those of actions.
  private(set) var strangers: Set<String> = []
  private(set) var expressions: [PlanGuards.Expression] = []
  private(set) var values: [GuardExpression] = []
  private(set) var parts: [Int] = []
  private(set) var outside: [GuardFact] = []
  private(set) var comparisons: [GuardComparison] = []
  private(set) var guards: [Int] = []
  private(set) var leaves = PlanLists()
  private(set) var mentions = PlanLists()
  private(set) var enabledActions = PlanLists()

  /// The numbers of conditions, by the action and the place of the bit; -1 for none.
  private var conditionNumbers: [Int] = []
  private var compoundNumbers: [Compound: Int] = [:]
  /// The numbers of other facts, and of comparisons.
  private var otherNumbers: [GuardExpression: Int] = [:]
  /// For each expression the last guard that has it.
  private var lastGuards: [Int] = []
  /// For each action the last guard that mentions it, and the last one that reads its `.enabled`.
  private var lastMentions: [Int] = []
  private var lastReadings: [Int] = []

  private struct Compound: Hashable {
    let isAny: Bool
    let parts: [Int]
  }

  init(_ target: String) {
    ids = [target]
    indices = [target: 0]
    makeRoom()
  }

  /// The guard of the next action.
  /// - Parameter isAction: Whether a name is that of an action. Called once for each.
  mutating func add(_ guarded: GuardExpression, isAction: (String) -> Bool) {
    guards.append(number(of: guarded, isWhole: true, isAction))
    leaves.close()
    mentions.close()
    enabledActions.close()
  }

  private mutating func makeRoom() {
    conditionNumbers += repeatElement(-1, count: 2 * GuardFact.Property.conditionCount)
    lastMentions.append(-1)
    lastReadings.append(-1)
  }

  /// - Parameter isWhole: Whether it is a whole guard. Guards that are equal may have several numbers.
  private mutating func number(
    of expression: GuardExpression, isWhole: Bool = false, _ isAction: (String) -> Bool
  ) -> Int {
    switch expression {
    case .all(let parts):
      return compound(parts, isAny: false, expression, isWhole: isWhole, isAction)
    case .any(let parts):
      return compound(parts, isAny: true, expression, isWhole: isWhole, isAction)
    case .fact(.action(let id, let property), let expected):
      let index = mention(id, property, isAction)
      guard let index, let condition = PlanCondition(index, property, expected: expected) else { break }
      let place = condition.bit.trailingZeroBitCount + index * 2 * GuardFact.Property.conditionCount
      if conditionNumbers[place] < 0 { conditionNumbers[place] = add(.condition(condition), expression) }
      return leaf(conditionNumbers[place])
    case .fact: break
    case .comparison(let comparison):
      for case .action(let id, let property) in expression.facts { _ = mention(id, property, isAction) }
      if let known = otherNumbers[expression] { return leaf(known) }
      comparisons.append(comparison)
      let number = add(.comparison(comparisons.count - 1), expression)
      otherNumbers[expression] = number
      return leaf(number)
    }
    if let known = otherNumbers[expression] { return leaf(known) }
    outside += expression.facts
    let number = add(.outside(outside.count - 1), expression)
    otherNumbers[expression] = number
    return leaf(number)
  }

  private mutating func compound(
    _ expressions: [GuardExpression], isAny: Bool, _ expression: GuardExpression, isWhole: Bool,
    _ isAction: (String) -> Bool
  ) -> Int {
    var numbers: [Int] = []
    numbers.reserveCapacity(expressions.count)
    for part in expressions { numbers.append(number(of: part, isAction)) }
    let range = parts.count..<(parts.count + numbers.count)
    let key = Compound(isAny: isAny, parts: numbers)
    if !isWhole, let known = compoundNumbers[key] { return known }
    parts += numbers
    let number = add(isAny ? .any(range) : .all(range), expression)
    if !isWhole { compoundNumbers[key] = number }
    return number
  }

  private mutating func add(_ expression: PlanGuards.Expression, _ value: GuardExpression) -> Int {
    expressions.append(expression)
    values.append(value)
    lastGuards.append(-1)
    return expressions.count - 1
  }

  /// Notes that the present guard has a fact or comparison.
  private mutating func leaf(_ number: Int) -> Int {
    if lastGuards[number] != guards.count {
      lastGuards[number] = guards.count
      leaves.append(number)
    }
    return number
  }

  /// Notes that the present guard reads a property. Returns the place of the action; nil if there is none of
  /// that name.
  private mutating func mention(
    _ id: String, _ property: GuardFact.Property, _ isAction: (String) -> Bool
  ) -> Int? {
    guard let index = place(of: id, isAction) else { return nil }
    if lastMentions[index] != guards.count {
      lastMentions[index] = guards.count
      mentions.append(index)
    }
    if property == .enabled, lastReadings[index] != guards.count {
      lastReadings[index] = guards.count
      enabledActions.append(index)
    }
    return index
  }

  private mutating func place(of id: String, _ isAction: (String) -> Bool) -> Int? {
    if let index = indices[id] { return index }
    if strangers.contains(id) { return nil }
    guard isAction(id) else {
      strangers.insert(id)
      return nil
    }
    indices[id] = ids.count
    ids.append(id)
    makeRoom()
    return ids.count - 1
  }
}
