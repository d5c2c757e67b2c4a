package import Board

extension ClusterStore {
  /// Whether the state of the run is unknown: its host is gone, or its value cannot be read.
  func isLost(_ run: Stored<RunValue>) -> Bool {
    guard let member = run.value?.member else { return true }
    return hosts[member] == nil
  }

  /// The facts about an action. Those that a lost run could have changed are unknown, and so are those that
  /// are not shared.
  func facts(of action: ActionAddress) -> ActionFacts {
    let runs = self.runs[action] ?? [:]
    let living = runs.filter { !isLost($0.value) }.keys.sorted()
    let isUnknown = living.count < runs.count
    let last = self.last[action]

    var facts = ActionFacts.unknown
    facts.isRunning = !living.isEmpty ? true : isUnknown ? nil : false
    facts.isIdle = runs.isEmpty && last == nil
    facts.hasEnded = !living.isEmpty ? false : isUnknown ? nil : last != nil
    guard !isUnknown, last.map({ $0.value != nil }) ?? true else { return facts }
    // As on one machine, a run that a person has started makes the result before it invalid.
    facts.hasSucceeded = living.isEmpty && last?.value?.outcome == .succeeded
    facts.hasFailed = living.isEmpty && last?.value?.outcome.isFailure == true
    // The value of the run before is not that of a run that has not said one yet.
    facts.value = living.isEmpty ? last?.value?.value : nil
    guard let slot = living.first, let now = now[action]?[slot] else { return facts }
    // What an earlier run in the slot has left says nothing.
    if let of = now.value?.run, of != runs[slot]?.value?.run { return facts }
    facts.value = now.value?.value
    facts.progress = now.value?.fraction
    return facts
  }
}

extension RunOutcome {
  /// Whether it counts as failed: a run that was taken over may have done anything.
  fileprivate var isFailure: Bool {
    switch self {
    case .failed, .lost: true
    case .succeeded, .tolerated, .cancelled: false
    }
  }
}

extension ActionFacts {
  /// Nothing is known.
  package static var unknown: Self {
    var facts = Self()
    (facts.isRunning, facts.hasSucceeded, facts.hasFailed, facts.isIdle) = (nil, nil, nil, nil)
    (facts.hasEnded, facts.isEnabled) = (nil, nil)
    (facts.isReady, facts.restarts, facts.asks) = (nil, nil, nil)
    return facts
  }
}
