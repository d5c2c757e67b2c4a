internal import Board
internal import Boundary
internal import Jobs
internal import Wire

/// What the board lets agents start.
@MainActor
enum AgentRules {
  /// Why a start is refused to an agent before the guard is looked at; nil if it is not.
  static func refusal(
    _ order: StartOrder, of start: Request.Start, by session: FrontEndSession, on host: BoxHost
  ) -> String? {
    guard let definition = host.board.interlocking[order.action]?.definition else { return nil }
    return refusal(definition, order, isPetition: start.isPetition, session)
      ?? refusalToRestart(order, on: host)
  }

  /// Why an agent may not end the run that a restart ends.
  private static func refusalToRestart(_ order: StartOrder, on host: BoxHost) -> String? {
    guard order.restarts else { return nil }
    return host.board.situation[order.action]?.runThatAgentsLeave.map { "\($0): ask the person" }
  }

  private static func refusal(
    _ definition: ActionDefinition, _ order: StartOrder, isPetition: Bool, _ session: FrontEndSession
  ) -> String? {
    switch definition.agents.reach {
    case .none: return "there is no such action"
    case .look, .press: return definition.agents.reach.refusal
    case .ask:
      if isPetition { return nil }
      if definition.agents.asksInPanels { return "it needs the yes of a person at a panel" }
      // From a shell, the agent could answer for the person.
      guard session.hello?.kind == .agent else { return definition.agents.reach.refusal }
      guard let asked = question(of: definition, agent: session.hello?.name ?? ""), order.confirmed == asked
      else { return "it asks a person first" }
      return nil
    }
  }

  /// What a person is asked before an agent starts an action; nil if nobody is.
  static func question(of definition: ActionDefinition, agent: String) -> String? {
    guard definition.agents.reach == .ask else { return nil }
    return definition.confirmation ?? "May \(agent) press \(definition.title)?"
  }
}
