/// A plan, and the moment that it was derived from. Deriving may take long, and the facts may be others when
/// it is done.
package struct DerivedPlan: Sendable {
  package let plan: GuardPlan
  package let moment: PlanMoment
  /// That of the plan.
  package let digest: String

  /// - Parameter allowed: The only actions that may be started; nil for all.
  package init(_ moment: PlanMoment, onlyPressing allowed: Set<String>? = nil) {
    self.moment = moment
    plan = .derive(moment, onlyPressing: allowed)
    digest = plan.digest
  }

  /// Whether what it says is true at a later moment, too: its steps open the target from the facts of then;
  /// or nothing was found, and the facts are the same.
  package func holds(at present: PlanMoment) -> Bool {
    plan.steps == nil ? moment.hasSameFacts(as: present) : plan.opensTarget(at: present)
  }
}

extension GuardPlan {
  /// Whether the steps, which ask and do the same, open the target from the facts of a moment.
  func opensTarget(at moment: PlanMoment) -> Bool {
    guard let steps, moment.target.id == target, moment.target.question == question else { return false }
    var left: [PlanSearch.Found] = []
    for step in steps {
      guard let task = PlanSearch.Task(step.task, moment.guards) else { return false }
      if case .press(let index) = task {
        let action = moment.actions[index]
        let isSame = action.question == step.question && (action.kind == .service) == step.endsWhenReady
        guard isSame, !action.needsInput else { return false }
      }
      var found = PlanSearch.Found(task: task)
      found.granted = step.granted
      left.append(found)
    }
    var simulation = PlanSimulation(moment)
    simulation.settle()
    return simulation.opens(left)
  }
}

extension PlanMoment {
  /// Whether a plan from the one is a plan from the other: all is equal that plans depend on.
  func hasSameFacts(as other: PlanMoment) -> Bool {
    guard networkIsBusy == other.networkIsBusy, errors == other.errors,
      actions.map({ $0.essence(at: time) }) == other.actions.map({ $0.essence(at: other.time) }),
      others.mapValues(\.essence) == other.others.mapValues(\.essence)
    else { return false }
    let (one, two) = (PlanSimulation(self), PlanSimulation(other))
    return guards.comparisons.allSatisfy { one.holds(.comparison($0)) == two.holds(.comparison($0)) }
  }
}

extension PlannedAction {
  /// The action without what plans do not depend on. The result has the time of its end in place of its age.
  fileprivate func essence(at time: Duration) -> PlannedAction {
    var action = self
    action.facts = facts.essence
    action.facts.age = facts.age.map { time - $0 }
    return action
  }
}

extension ActionFacts {
  /// The facts without values, which count in comparisons only.
  fileprivate var essence: ActionFacts {
    var facts = self
    (facts.value, facts.progress) = (value.map { _ in "" }, progress.map { _ in 0 })
    (facts.restarts, facts.age) = (nil, nil)
    return facts
  }
}
