internal import Boundary

/// Leaves out what people have read already: a run of a quiet action by the clock is news only if it ends
/// differently from what was printed last. A pure state machine.
struct Repetition: Sendable {
  /// Each action as it was last printed.
  private(set) var printed: [String: ActionStatus] = [:]
  /// The present errors that were printed.
  private var problems: [String: Situation.Problem] = [:]

  /// - Parameter situation: The first moment, which is not printed.
  init(after situation: Situation) {
    printed = Dictionary(uniqueKeysWithValues: situation.actions.map { ($0.id, $0) })
    for problem in situation.problems { problems[problem.source] = problem }
  }

  /// Takes the next change. Returns false if it only repeats what was printed.
  mutating func isNews(_ change: Change) -> Bool {
    switch change {
    case .action(let action):
      return !action.isRepeating || !action.phase.isPresent || action.question != nil
    case .problem(let problem):
      let earlier = problems.updateValue(problem, forKey: problem.source)
      return printed[problem.source]?.description.repeatsQuietly != true || earlier?.says(as: problem) != true
    case .cleared(let action):
      problems[action] = nil
      return true
    case .refusal, .value, .activity, .network, .plan: return true
    }
  }

  /// An action was printed, or there was nothing to print.
  mutating func keep(_ action: ActionStatus) { printed[action.id] = action }
}

extension ActionDescription {
  /// Whether it repeats by itself and is quiet.
  var repeatsQuietly: Bool { repeats && isQuiet }
}

extension ActionStatus {
  /// Whether the clock has started the present or last run of an action that is quiet.
  fileprivate var isRepeating: Bool { description.repeatsQuietly && runs.keepsResult }
}

extension Situation.Problem {
  fileprivate func says(as other: Self) -> Bool { message == other.message && priority == other.priority }
}
