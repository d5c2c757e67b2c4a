internal import Boundary

/// Leaves out what people have read already: a run of a quiet action by the clock is news only if it ends
/// differently from what was printed last. A pure state machine.
struct Repetition: Sendable {
  /// The reading of each action that was last printed.
  private(set) var printed: [String: ActionReading] = [:]
  /// The present errors that were printed.
  private var problems: [String: Situation.Problem] = [:]

  /// - Parameter situation: The first moment, which is not printed.
  init(after situation: Situation) {
    printed = Dictionary(uniqueKeysWithValues: situation.actions.map { ($0.id, ActionReading($0)) })
    for problem in situation.problems { problems[problem.source] = problem }
  }

  /// Takes the next change. Returns false if it only repeats what was printed.
  mutating func isNews(_ change: Change) -> Bool {
    switch change {
    case .action(let reading):
      return !reading.isRepeating || !reading.state.isPresent || reading.question != nil
    case .problem(let problem):
      let earlier = problems.updateValue(problem, forKey: problem.source)
      return printed[problem.source]?.repeatsQuietly != true || earlier?.says(as: problem) != true
    case .cleared(let action):
      problems[action] = nil
      return true
    case .value, .activity, .network, .plan: return true
    }
  }

  /// A reading was printed, or there was nothing to print.
  mutating func keep(_ reading: ActionReading) { printed[reading.id] = reading }
}

extension ActionReading {
  /// Whether the clock has started the present or last run of an action that is quiet.
  fileprivate var isRepeating: Bool { repeatsQuietly && isByClock }
}

extension Situation.Problem {
  fileprivate func says(as other: Self) -> Bool { message == other.message && priority == other.priority }
}
