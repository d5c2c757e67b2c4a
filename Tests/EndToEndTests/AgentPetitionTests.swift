import PseudoTerminal
import TestSupport
import Testing

/// An agent asks, and several panels show it: one answer counts.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct AgentPetitionTests {
  private static let actions = """
      deploy: { title: Deploy, run: echo deployed >> deployments, confirm: To production? }
    """
  private static let wish = "tester (agent) wants Deploy: To production?"
  private static let press = AgentProgram.call(1, "press", #""action":"deploy","wait_seconds":600"#)

  /// Three panels that show what an agent asks.
  private struct Scene {
    let board: SharedBoard
    let panels: [PseudoTerminal]
    let agent: AgentProgram

    init() throws {
      board = try SharedBoard(actions)
      panels = try (1...3).map { [board] _ in try board.sandbox.panel() }
      agent = try AgentProgram(board, [press])
      for panel in panels { try panel.waitFor(wish) }
    }

    /// No panel shows the question any more.
    func waitUntilGone() throws {
      for panel in panels {
        try panel.waitUntil("no question of an agent") {
          !$0.text.contains(wish) && !$0.text.contains("Let it start")
        }
      }
    }

    /// What the record says of the action, without its times.
    func record() throws -> [String] {
      try board.run("record", "deploy").output.split(separator: "\n").map { line in
        line.split(separator: "  ").dropFirst().joined(separator: "  ")
      }
    }
  }

  @Test func `a yes of one panel starts it, and the others show the question no more`() throws {
    let scene = try Scene()
    try scene.panels[1].openPetition()
    scene.panels[1].send("y")
    #expect(scene.agent.line().contains("deploy succeeded: run 1"))
    try scene.waitUntilGone()
    for panel in scene.panels { try panel.waitFor("✓ succeeded") }
    try expectEqual(scene.agent.end(), 0)
    try expectEqual(scene.board.sandbox.text(of: "deployments"), "deployed\n")
  }

  @Test func `a no of one panel refuses it`() throws {
    let scene = try Scene()
    try scene.panels[2].openPetition()
    scene.panels[2].send("n")
    let answer = scene.agent.line()
    #expect(answer.contains("\"isError\":true") && answer.contains("Do not ask again"), "\(answer)")
    try scene.waitUntilGone()
    try expectEqual(scene.agent.end(), 0)
    #expect(!scene.board.sandbox.has("deployments"))
    let record = try scene.record()
    #expect(record.contains { $0.contains("declined") }, "\(record)")
    #expect(!record.contains { $0.contains("started") }, "\(record)")
  }

  @Test func `of two answers at the same time one counts`() throws {
    let scene = try Scene()
    for panel in scene.panels { try panel.openPetition() }
    for panel in scene.panels.prefix(2) { panel.send("y") }
    #expect(scene.agent.line().contains("deploy succeeded: run 1"))
    try scene.waitUntilGone()
    try expectEqual(scene.agent.end(), 0)
    try expectEqual(scene.board.sandbox.text(of: "deployments"), "deployed\n")
    let record = try scene.record()
    #expect(record.count { $0.contains("started") } == 1, "\(record)")
  }

  @Test func `the question of an agent that has gone is withdrawn`() throws {
    let scene = try Scene()
    try scene.panels[0].openPetition()
    try scene.agent.leave()
    try scene.waitUntilGone()
    try expectEqual(scene.agent.program.end().status, 0)
    #expect(!scene.board.sandbox.has("deployments"))
    for panel in scene.panels {
      #expect(panel.screen.text.contains("Deploy  ○ idle"), "\(panel.screen.text)")
    }
  }

  @Test func `a panel that only looks shows no question, and nobody is asked where there is no other`() throws
  {
    let board = try SharedBoard(Self.actions)
    let panel = try board.sandbox.panel(["--read-only"])
    let agent = try AgentProgram(board, [Self.press])
    let answer = agent.line()
    #expect(answer.contains("\"isError\":true") && answer.contains("no panel is open"), "\(answer)")
    #expect(!panel.screen.text.contains(Self.wish), "\(panel.screen.text)")
    try expectEqual(agent.end(), 0)
  }
}
