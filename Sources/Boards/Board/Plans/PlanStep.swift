import Essentials

/// A step of a plan.
package struct PlanStep: Sendable, Equatable {
  /// What it does.
  package enum Task: Sendable, Equatable {
    /// Starts the action of this name.
    case press(String)
    /// Waits until the present run of this action has ended.
    case end(String)
    /// Waits until this service is ready.
    case ready(String)
    /// Waits until this action, which repeats, has succeeded or has another value.
    case beat(String)
    /// Waits until the result of this action has this age.
    case age(String, Duration)
    /// Waits for something on another board.
    case other(String)
    /// Waits until no request is open.
    case network
    /// Waits until errors have expired.
    case errors
  }

  package let task: Task
  /// The number in the plan, counted from 1.
  package internal(set) var number = 0
  /// The numbers of the steps that must be done before.
  package internal(set) var after: [Int] = []
  /// The parts of guards for which it is needed, in words.
  package internal(set) var purposes: [String] = []
  /// Whether it ends when the service is ready, and not with the run.
  package internal(set) var endsWhenReady = false
  /// The question that its action asks; nil for none.
  package internal(set) var question: String?
  /// The parts of guards for which it is needed.
  var parts: [GuardExpression] = []
  /// The comparison of values that is taken as true from then on.
  var granted: GuardComparison?

  init(_ task: Task) { self.task = task }

  /// Whether a part for which it is needed may still not hold afterwards, as its value is not known before.
  package var hasNoPromise: Bool { granted != nil }

  /// The action that it starts; nil if it only waits.
  package var pressed: String? { if case .press(let id) = task { id } else { nil } }

  /// The action that it is about; nil for none.
  package var action: String? { task.action }
}

extension PlanStep.Task {
  var isBeat: Bool { if case .beat = self { true } else { false } }

  /// The action that it is about; nil for none.
  var action: String? {
    switch self {
    case .press(let id), .end(let id), .ready(let id), .beat(let id), .age(let id, _), .other(let id): id
    case .network, .errors: nil
    }
  }
}

/// Something that only a person can do before an action may start.
package struct PlanNeed: Sendable, Hashable {
  /// The action that it is about; nil for none.
  package let action: String?
  /// The part of a guard in words, or "an input".
  package let needs: String

  package init(action: String?, needs: String) { (self.action, self.needs) = (action, needs) }
}

/// Steps after which the guard of an action holds, as far as that can be known; or why there are none.
package struct GuardPlan: Sendable, Equatable {
  /// The action that it is for.
  package let target: String
  /// The question that it asks; nil for none.
  package let question: String?
  /// Nil if no plan was found, which does not mean that there is none.
  package internal(set) var steps: [PlanStep]?
  /// The parts of the guard that do not hold and for which nothing was found, in words.
  package internal(set) var missing: [String] = []
  /// What people would have to do.
  package internal(set) var people: [PlanNeed] = []
  /// The actions that need each other, so that none of them can be the first; the last is equal to the first.
  package internal(set) var circle: [String] = []

  init(target: String, question: String?) { (self.target, self.question) = (target, question) }

  /// The actions that it starts, without the target.
  package var presses: [String] { (steps ?? []).compactMap(\.pressed) }

  /// Differs from that of a plan that does or asks something else. The order does not count.
  package var digest: String {
    let lines = (steps ?? []).compactMap { step in step.pressed.map { [$0, step.question ?? ""] } }
    let texts = (lines + [[target, question ?? ""]]).map { "\($0)" }.sorted()
    return StableHash.hex("\(texts)")
  }
}
