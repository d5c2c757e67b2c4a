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

  /// How the history of runs and the record name it.
  /// - Parameter command: What it has typed.
  static func name(_ command: String) -> String { "\(command) (agent)" }

  /// Why an agent may not end what runs of an action; nil if it may.
  static func refusalToEnd(_ action: ActionStatus) -> String? {
    action.runThatAgentsLeave.map { "\(action.id): refused: \($0): ask the person" }
  }
}
