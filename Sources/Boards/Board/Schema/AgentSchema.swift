import Configuration

/// What `agents` says, of an action or of the whole board; nil for what it does not say.
struct AgentRules {
  var reach: AgentPolicy.Reach?
  var asksInPanels: Bool?
  var answersConfirm: Bool?
  var cancelsAny: Bool?

  /// The policy of an action.
  /// - Parameters:
  ///   - own: What the action says.
  ///   - board: What the board says for all actions.
  static func policy(_ own: Self?, _ board: Self?, confirmation: String?) -> AgentPolicy {
    var policy = AgentPolicy.usual(confirmation: confirmation)
    let answersConfirm = own?.answersConfirm ?? board?.answersConfirm ?? false
    if let reach = own?.reach ?? board?.reach, reach != .press || confirmation == nil || answersConfirm {
      policy.reach = reach
    }
    policy.asksInPanels = own?.asksInPanels ?? board?.asksInPanels ?? false
    policy.cancelsAny = own?.cancelsAny ?? board?.cancelsAny ?? false
    return policy
  }
}

/// Where a person's yes to an agent counts.
private enum AskedPlace: String, CaseIterable, Sendable {
  case anywhere, panel
}

/// Which runs agents cancel.
private enum CancelledRuns: String, CaseIterable, Sendable {
  case own, any
}

extension ValueReader where Value == AgentRules {
  /// A word, or a mapping that says more.
  static var agentRules: Self {
    ValueReader<AgentPolicy.Reach>.choice.map { AgentRules(reach: $0) }.or(
      .mapping("agents") { fields in
        let reach = fields.read(
          "policy", ValueReader<AgentPolicy.Reach>.choice, "as the word alone",
          default: "as without `agents`",
          example: "ask")
        let place = fields.read(
          "ask", ValueReader<AskedPlace>.choice,
          "whether a person's yes also counts if the agent's own program has asked for it",
          default: "`anywhere`", example: "panel")
        let answersConfirm = fields.read(
          "answers-confirm", .truth,
          "whether `press` starts an action with `confirm` without asking a person", default: "`false`",
          example: "true")
        let cancelled = fields.read(
          "cancel", ValueReader<CancelledRuns>.choice, "whether agents also cancel what people have started",
          default: "`own`", example: "any")
        return AgentRules(
          reach: reach, asksInPanels: place.map { $0 == .panel }, answersConfirm: answersConfirm,
          cancelsAny: cancelled.map { $0 == .any })
      })
  }
}
