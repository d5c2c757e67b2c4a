/// The state of all actions at one moment, as if everything happened one after the other: the sequential
/// specification of shared actions.
struct HistoryState: Hashable, Sendable {
  /// By action.
  private var running: [String: Set<String>] = [:]
  private var last: [String: RecordedResult] = [:]

  /// Performs an operation.
  /// - Returns: False if it is impossible in this state, which does not change then.
  mutating func perform(_ effect: RecordedOperation.Effect, _ rules: HistoryRules) -> Bool {
    switch effect {
    case .start(let action, let run):
      guard allowsStart(of: action, rules) else { return false }
      running[action, default: []].insert(run)
      return true
    case .refusal(let action): return !allowsStart(of: action, rules)
    case .end(let action, let run, let result):
      guard running[action]?.remove(run) != nil else { return false }
      // Equal states must be equal values.
      if running[action]?.isEmpty == true { running[action] = nil }
      if result != .withdrawn { last[action] = result }
      return true
    case .loss:
      last = [:]
      return true
    }
  }

  private func allowsStart(of action: String, _ rules: HistoryRules) -> Bool {
    guard let rule = rules.actions[action] else { return false }
    return running[action, default: []].count < rule.slots
      && rule.guardConditions.allSatisfy { holds($0.fact, of: $0.action) == $0.isTrue }
  }

  private func holds(_ fact: HistoryRules.Condition.Fact, of action: String) -> Bool {
    let isRunning = running[action] != nil
    // A run that has begun makes the result before it invalid.
    return switch fact {
    case .running: isRunning
    case .succeeded: !isRunning && last[action] == .succeeded
    case .failed: !isRunning && last[action] == .failed
    }
  }
}

extension HistoryState: CustomStringConvertible {
  var description: String {
    let runs = running.sorted { $0.key < $1.key }.map {
      "\($0) runs as \($1.sorted().joined(separator: ", "))"
    }
    let results = last.sorted { $0.key < $1.key }.map { "\($0) has \($1)" }
    return runs.isEmpty && results.isEmpty ? "nothing has run" : (runs + results).joined(separator: "; ")
  }
}
