/// What makes a part of a guard hold that does not.
enum PlanRemedy: Equatable {
  /// Start the action.
  case press(Int)
  /// Start the action after all other steps, so that its result is young.
  case pressLate(Int)
  /// Start the first action, then try the part again: it compares the age of its result.
  case pressFirst(Int)
  /// Wait until the service is ready.
  case becomeReady(Int)
  /// Wait until the action, which repeats, has succeeded.
  case beat(Int)
  /// The guard of the action must hold.
  case unlock(Int)
  /// Wait until the result of the action has this age.
  case age(Int, Duration)
  /// Wait for the end of the present run; what it compares is not known before.
  case valueOfRun(Int)
  /// Wait for the next value of the action, which repeats.
  case valueOfBeat(Int)
  /// Start the action for a value that is not known before.
  case valueOfPress(Int)
  /// Wait for the end of a run on another board, by the place of the fact.
  case other(Int)
  case network
  case errors
  /// Only a person can do something.
  case person

  /// In which order the parts of a guard are made to hold.
  func rank(in moment: PlanMoment) -> Int {
    switch self {
    case .becomeReady, .age, .other, .network, .valueOfRun: 0
    case .press(let index), .pressFirst(let index), .unlock(let index), .valueOfPress(let index):
      switch moment.actions[index].kind {
      case .command: 1
      case .service: 2
      case .probe: 3
      }
    case .beat, .valueOfBeat: 3
    case .errors: 4
    case .pressLate: 5
    case .person: 6
    }
  }
}

extension PlanSimulation {
  /// What makes a fact or comparison hold; nil for other expressions.
  func remedy(_ number: Int) -> PlanRemedy? {
    switch guards.expressions[number] {
    case .all, .any: nil
    case .condition(let condition): remedy(condition)
    case .outside(let place):
      if case .fact(let fact, let expected) = guards.values[number] {
        remedy(outside: fact, place, expected: expected)
      } else {
        .person
      }
    case .comparison(let place): remedy(guards.comparisons[place])
    }
  }

  private func remedy(_ condition: PlanCondition) -> PlanRemedy {
    let index = condition.index
    let isService = moment.actions[index].kind == .service
    switch (condition.property, condition.expected) {
    case (.succeeded, true), (.fresh, true), (.ended, true): return isService ? .person : start(index)
    case (.failed, false), (.idle, false): return start(index)
    case (.ready, true), (.running, true):
      guard isService else { return .person }
      return isRunning(index) ? .becomeReady(index) : .press(index)
    case (.enabled, true): return .unlock(index)
    case (.running, false), (.succeeded, false), (.failed, true), (.idle, true), (.enabled, false),
      (.ready, false), (.ended, false), (.fresh, false), (.asks, _):
      return .person
    case (.value, _), (.progress, _), (.age, _), (.restarts, _): return .person
    }
  }

  /// What changes a fact that is about no action of the board.
  private func remedy(outside fact: GuardFact, _ place: Int, expected: Bool) -> PlanRemedy {
    switch fact {
    case .networkIsBusy: return expected ? .person : .network
    case .hasErrors:
      // The error of an action goes when it succeeds, for which another part may need it.
      let mayGo = errors.allSatisfy { $0.expires || $0.action.flatMap { moment.indices[$0] } != nil }
      return !expected && mayGo ? .errors : .person
    case .action(let id, let property):
      return moment.indices[id] == nil && property == .running && !expected ? .other(place) : .person
    }
  }

  /// An action that repeats is started by the clock.
  private func start(_ index: Int) -> PlanRemedy {
    let action = moment.actions[index]
    return action.kind == .probe && action.repeats ? .beat(index) : .press(index)
  }

  private func remedy(_ comparison: GuardComparison) -> PlanRemedy {
    switch (comparison.left, comparison.right) {
    case (.fact(.action(let id, .age)), .duration(let limit, _)):
      remedyForAge(of: id, comparison.relation, limit)
    case (.duration(let limit, _), .fact(.action(let id, .age))):
      remedyForAge(of: id, comparison.relation.mirrored, limit)
    case (.fact(.action(let left, .age)), .fact(.action(let right, .age))):
      switch comparison.relation {
      case .less, .lessOrEqual: remedy(youngerThan: right, left)
      case .greater, .greaterOrEqual: remedy(youngerThan: left, right)
      case .equal, .notEqual: .person
      }
    default:
      [comparison.left, comparison.right].compactMap(\.fact).map(remedyForValue)
        .first { $0 != .person } ?? .person
    }
  }

  private func remedyForAge(of id: String, _ relation: GuardComparison.Relation, _ limit: Duration)
    -> PlanRemedy
  {
    guard let index = moment.indices[id], moment.actions[index].kind != .service else { return .person }
    switch relation {
    case .less, .lessOrEqual:
      if case .beat = start(index) { return .beat(index) }
      return .pressLate(index)
    case .greater, .greaterOrEqual:
      guard end(of: index) != nil else { return .pressFirst(index) }
      return .age(index, relation == .greater ? limit + .nanoseconds(1) : limit)
    case .equal, .notEqual: return .person
    }
  }

  /// The result of `younger` must be younger than that of `older`.
  private func remedy(youngerThan older: String, _ younger: String) -> PlanRemedy {
    guard let olderIndex = moment.indices[older], let youngerIndex = moment.indices[younger],
      moment.actions[olderIndex].kind != .service, moment.actions[youngerIndex].kind != .service
    else { return .person }
    return end(of: olderIndex) == nil ? .pressFirst(olderIndex) : .press(youngerIndex)
  }

  private func remedyForValue(_ fact: GuardFact) -> PlanRemedy {
    guard case .action(let id, let property) = fact, let index = moment.indices[id] else { return .person }
    let action = moment.actions[index]
    if action.isRunning { return .valueOfRun(index) }
    if action.repeats { return .valueOfBeat(index) }
    let isUnknown = lacks(property, of: index)
    return action.kind == .probe || action.kind == .command && isUnknown ? .valueOfPress(index) : .person
  }
}
