import Foundation
import PseudoTerminal
import Rendezvous
import TestSupport
import Testing

/// Clients start `signalbox mcp` with a few variables only: the server works with the person's box and what
/// it keeps all the same, and what it starts has what the person has.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct AgentEnvironmentTests {
  private static let actions = """
      show: { key: S, title: Show, run: 'echo "$PATH:${COLOR-none}:${XDG_STATE_HOME-none}"' }
      fail: { run: echo because; exit 3 }
      deploy: { title: Deploy, run: 'echo "in ${COLOR-none}"', confirm: To production? }
    """

  /// A board whose person keeps things in other places than usual.
  private struct Scene {
    let board: SharedBoard
    let person: [String: String]

    init() throws {
      board = try SharedBoard(actions)
      for name in ["s", "r", "t"] { try board.sandbox.makeDirectory(name) }
      person = [
        "XDG_STATE_HOME": board.sandbox.path(of: "s"), "XDG_RUNTIME_DIR": board.sandbox.path(of: "r"),
        "TMPDIR": board.sandbox.path(of: "t"), "COLOR": "green", "PATH": "/person/bin:/usr/bin:/bin",
      ]
    }

    func agent(_ name: String, _ lines: String..., variables: [String: String]) throws -> AgentProgram {
      try AgentProgram(board, lines, name: name, variables: variables)
    }

    /// Waits until the box has ended, since nobody needs it any more.
    func waitForEndOfBox(_ box: Int32) { #expect(eventually { !isAlive(box) }) }
  }

  private static let show = AgentProgram.call(1, "press", #""action":"show""#)

  /// The variables of the SDKs, and none at all.
  @Test(arguments: [true, false])
  func `the server finds the person's box and what it has kept`(passesSome: Bool) throws {
    let scene = try Scene()
    let variables = passesSome ? AgentProgram.clientVariables(scene.board) : [:]
    let panel = try scene.board.sandbox.panel(environment: scene.person)
    let box = try scene.board.box()
    let first = try scene.agent("first", Self.show, variables: variables)
    let shown = first.line()
    #expect(
      shown.contains("| /person/bin:/usr/bin:/bin:green:\(scene.board.sandbox.path(of: "s"))"), "\(shown)")
    try expectEqual(scene.board.record().process, box, "the server has another box")
    try expectEqual(first.end(), 0)
    try expectEqual(scene.board.start("run", "fail", environment: scene.person).end().status, 3)
    try panel.waitFor("✗ failed")
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    scene.waitForEndOfBox(box)

    // No box runs: what the last one has kept is found.
    let later = try scene.agent(
      "later", AgentProgram.call(1, "list_actions", ""),
      AgentProgram.call(2, "output", #""action":"fail""#),
      AgentProgram.request(3, "resources/read", #""uri":"signalbox://output/fail""#),
      AgentProgram.request(4, "resources/read", #""uri":"signalbox://output/show""#), variables: variables)
    let list = later.line()
    #expect(
      list.contains(
        #""name":"show","title":"Show","state":"succeeded","enabled":true,"policy":"press","exit":0,"runs":1"#
      ),
      "\(list)")
    for _ in 1...2 {
      let output = later.line()
      #expect(output.contains("run 1, 1 of 1 lines") && output.contains("| because"), "\(output)")
    }
    let lost = later.line()
    #expect(lost.contains("The lines of show, run 1 are not kept."), "\(lost)")
    try expectEqual(later.end(), 0)

    // Its own box goes on with that, and commands have what the client has passed on.
    let last = try scene.agent("last", Self.show, variables: variables)
    let again = last.line()
    #expect(again.contains("show succeeded: run 2"), "\(again)")
    #expect(again.contains("/bin:none:none"), "\(again)")
    #expect(try scene.board.places().stateDirectory.hasPrefix(scene.board.sandbox.path(of: "s") + "/"))
    // As soon as the person is there again, they have what the person has.
    let back = try scene.board.sandbox.panel(environment: scene.person)
    defer { withExtendedLifetime(back) {} }
    let pressed = try scene.agent("pressed", Self.show, variables: variables)
    let third = pressed.line()
    #expect(third.contains("show succeeded: run 3") && third.contains("| /person/bin:"), "\(third)")
    #expect(try last.end() == 0 && pressed.end() == 0)
  }

  @Test func `what a person has said yes to has what that person has`() throws {
    let board = try SharedBoard(Self.actions)
    let red = try board.sandbox.panel(environment: ["COLOR": "red"])
    let blue = try board.sandbox.panel(environment: ["COLOR": "blue"])
    // The other one was used last when the agent asks.
    blue.send("j")
    let agent = try AgentProgram(
      board, [AgentProgram.call(1, "press", #""action":"deploy","wait_seconds":600"#)],
      variables: AgentProgram.clientVariables(board))
    try red.waitFor("tester (agent) wants Deploy")
    try red.openPetition()
    red.send("y")
    let answer = agent.line()
    #expect(answer.contains("| in red"), "\(answer)")
    try expectEqual(agent.end(), 0)
  }
}
