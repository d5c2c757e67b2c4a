package import Board

/// A plan: the steps by which an action can be started that is locked.
///
/// The box performs plans, and shows them as long as they last, or have stopped without reaching their
/// action.
package struct PlanStatus: Sendable, Equatable, Identifiable {
  /// The name of the action that it is for.
  package var action = ""
  /// Whether a plan was found. That none was found does not mean that there is none.
  package var isFound = true
  package var steps: [Step] = []
  /// The question of the action; nil for none.
  package var question: String?
  /// Whether the action is due, and asks its question.
  package var asks = false
  /// The parts of guards for which nothing was found, in words.
  package var missing: [String] = []
  /// What only people can do.
  package var people: [Need] = []
  /// The actions that need each other; the last is equal to the first.
  package var circle: [String] = []
  /// What a start by this plan names, so that it is the one that was shown.
  package var digest = ""
  /// The front end that performs it; nil if that is not known.
  package var starter: String?
  /// When it began; nil if it is only shown.
  package var since: Duration?
  /// Why it has stopped; nil if it has not.
  package var stopped: String?
  /// When it has stopped.
  package var stopTime: Duration?

  package var id: String { action }

  package init() {}

  /// Whether the box performs it.
  package var isRunning: Bool { since != nil && stopped == nil }

  /// A step, in the order in which they are begun as far as nothing else says which comes first.
  package struct Step: Sendable, Equatable {
    package enum Task: String, Sendable, CaseIterable {
      case press
      /// Waits for the end of a run, for a service to be ready, for an action that repeats.
      case end, ready, beat
      /// Waits until a result is old enough.
      case age
      /// Waits for something on another board, for open requests, for errors that expire.
      case other, network, errors
    }

    package var number = 0
    package var task = Task.press
    /// The action that it is about; nil for none.
    package var action: String?
    /// The age that is waited for.
    package var age: Duration?
    /// The parts of guards for which it is needed.
    package var purposes: [String] = []
    /// The numbers of the steps that must be done before.
    package var after: [Int] = []
    /// Whether it is done when a service is ready.
    package var endsWhenReady = false
    package var question: String?
    /// The usual duration; nil if it is not known.
    package var expected: Duration?
    /// Whether a part for which it is needed may still not hold afterwards.
    package var hasNoPromise = false
    package var state = PlanProgress.State.todo

    package init() {}
  }

  /// Something that only a person can do.
  package struct Need: Sendable, Equatable {
    package var action: String?
    package var needs = ""

    package init(action: String? = nil, needs: String = "") { (self.action, self.needs) = (action, needs) }
  }
}

extension PlanStatus {
  /// The plan as it is shown before it begins.
  /// - Parameter expected: The usual duration of an action; nil if it is not known.
  package init(_ derived: DerivedPlan, expected: (String) -> Duration?) {
    self.init()
    let plan = derived.plan
    action = plan.target
    isFound = plan.steps != nil
    question = plan.question
    (missing, circle) = (plan.missing, plan.circle)
    people = plan.people.map { Need(action: $0.action, needs: $0.needs) }
    digest = derived.digest
    steps = (plan.steps ?? []).map { Step($0, expected: expected) }
  }

  /// How many actions it starts, without its own.
  package var presses: Int { steps.count { $0.task == .press } }

  /// How many of them are done.
  package var pressesDone: Int { steps.count { $0.task == .press && $0.state == .done } }

  /// The longest time that the steps usually take one after the other; nil if one of them is not known.
  package var expected: Duration? {
    var ends: [Int: Duration] = [:]
    for step in steps where step.task == .press {
      guard let expected = step.endsWhenReady ? step.expected ?? .zero : step.expected else { return nil }
      ends[step.number] = (step.after.compactMap { ends[$0] }.max() ?? .zero) + expected
    }
    return ends.values.max()
  }

  /// The questions that the plan asks now, with the actions that they belong to.
  package var askedNow: [(action: String, question: String)] {
    var asked = steps.compactMap { step -> (action: String, question: String)? in
      guard step.state == .asking, let action = step.action, let question = step.question else { return nil }
      return (action, question)
    }
    if asks, let question { asked.append((action, question)) }
    return asked
  }
}

extension PlanStatus.Step {
  package init(_ step: PlanStep, expected: (String) -> Duration?) {
    self.init()
    number = step.number
    (purposes, after, endsWhenReady) = (step.purposes, step.after, step.endsWhenReady)
    (question, hasNoPromise) = (step.question, step.hasNoPromise)
    action = step.action
    switch step.task {
    case .press: task = .press
    case .end: task = .end
    case .ready: task = .ready
    case .beat: task = .beat
    case .age(_, let age): (task, self.age) = (.age, age)
    case .other: task = .other
    case .network: task = .network
    case .errors: task = .errors
    }
    if task == .press || task == .end { self.expected = action.flatMap(expected) }
  }
}
