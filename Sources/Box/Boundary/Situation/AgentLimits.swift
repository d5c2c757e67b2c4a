package import Board

/// What the board does not let agents do, in words.
extension ActionStatus {
  /// The present run that agents may not end, because no agent has started it; nil if there is none, or the
  /// board lets them.
  package var runThatAgentsLeave: String? {
    guard !description.agents.cancelsAny else { return nil }
    return present.first { $0.presence?.isByAgent != true }
      .map { "run \($0.number) was started by \($0.starter ?? "the board itself")" }
  }
}

extension AgentPolicy.Reach {
  /// Why an agent may not start an action without a person's yes; nil if it may.
  package var refusal: String? {
    switch self {
    case .press: nil
    case .ask: "an agent cannot confirm it; a person can, in the panel"
    case .look: "the board lets agents look at it only"
    case .none: "there is no such action for agents"
    }
  }
}

extension PlanStatus {
  /// Why an agent may not perform the plan; nil if it may.
  package func refusalToAgents(in situation: Situation) -> String? {
    for step in steps where step.task == .press {
      guard let id = step.action, let reach = situation[id]?.description.agents.reach else { continue }
      if let reason = reach.refusal { return "it starts \(id) first: \(reason)" }
    }
    return nil
  }
}
