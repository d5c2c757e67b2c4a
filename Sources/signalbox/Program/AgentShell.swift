internal import Board
internal import Boundary
internal import Essentials
internal import Headless

/// Whether this program was started by an agent: coding tools say so in the environment of their commands.
///
/// This keeps agents from accidents, and not from malice: a program can leave the variables out.
enum AgentShell {
  /// What the tools set, as their documentation says.
  private static let variables = [
    "AI_AGENT", "AGENT", "CLAUDECODE", "GEMINI_CLI", "CURSOR_AGENT", "CODEX_THREAD_ID", "OPENCODE",
    "COPILOT_CLI",
    "CLINE_ACTIVE",
  ]

  static func isOne(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    variables.contains { name in environment[name].map { !["", "0", "false"].contains($0) } ?? false }
  }

  /// How the history of runs names it.
  static let name = "run (agent)"

  /// Why an agent may not start an action; nil if only the guard decides.
  static func refusal(_ action: ActionDefinition) -> String? {
    switch action.agents.reach {
    case .press: nil
    case .ask: "an agent cannot confirm it; a person can, in the panel"
    case .look: "the board lets agents look at it only"
    case .none: "there is no such action for agents"
    }
  }

  /// Why an agent may not cancel what runs of an action; nil if it may.
  static func refusalToCancel(_ action: ActionStatus) -> String? {
    guard !action.description.agents.cancelsAny,
      let other = action.present.first(where: { $0.starter?.hasSuffix("(agent)") != true })
    else { return nil }
    return "run \(other.number) was started by \(other.starter ?? "the board itself"): ask the person"
  }
}
