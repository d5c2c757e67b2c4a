import Foundation
import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

/// `signalbox mcp` as clients start it: the examples that register it, agents beside people, and the record.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct AgentServerTests {
  private static let actions = """
      build: { run: echo built }
      deploy: { key: D, title: Deploy, run: echo deployed, confirm: To production? }
      long: { run: 'exec sleep 600' }
    """

  private static var project: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// The words by which a file of an example starts the server.
  private func words(_ file: String) throws -> [String] {
    let data = try Data(contentsOf: Self.project.appending(path: "examples/agents/\(file)"))
    let tree = try #require(JSONSerialization.jsonObject(with: data) as? [String: [String: [String: Any]]])
    let server = try #require((tree["mcpServers"] ?? tree["servers"])?["signalbox"])
    #expect(server["command"] as? String == "signalbox")
    return try #require(server["args"] as? [String])
  }

  @Test(arguments: ["claude-code.json", "cursor.json", "vscode.json"])
  func `the examples register a server that answers`(file: String) throws {
    let board = try SharedBoard(Self.actions)
    let words = try words(file).map {
      $0.replacingOccurrences(of: "${workspaceFolder}/", with: board.sandbox.path(of: ""))
    }
    let program = try AgentProgram(
      board, [AgentProgram.request(1, "server/discover"), AgentProgram.call(2, "list_actions", "")], words,
      variables: AgentProgram.clientVariables(board))
    let (discovery, list) = (program.line(), program.line())
    #expect(discovery.contains("\"supportedVersions\":[\"2026-07-28\"]"), "\(discovery)")
    #expect(list.contains("\"name\":\"deploy\""), "\(list)")
    try expectEqual(program.end(), 0)
  }

  @Test func `an agent's shell cannot confirm, and the record says so`() throws {
    let board = try SharedBoard(Self.actions)
    try expectEqual(board.run("run", "build").status, 0)
    let refused = try board.start("run", "--yes", "deploy", environment: ["CLAUDECODE": "1"]).end()
    #expect(refused.status == 3)
    #expect(
      refused.messages.contains("deploy: refused: an agent cannot confirm it; a person can, in the panel"))
    try expectEqual(board.run("run", "--yes", "deploy").status, 0)
    let record = try board.run("record").output
    #expect(record.contains("  run  build  started"), "\(record)")
    #expect(record.contains("  run  deploy  started (run 1), yes by start"), "\(record)")
    // The end is of the same run, and says what the program was that has asked.
    let lines = try board.run("record", "deploy", "--json").output.split(separator: "\n")
    let end = try #require(lines.last)
    #expect(end.contains(#""what":"ended""#) && end.contains(#""run":1"#), "\(end)")
    #expect(end.contains(#/"who":\{"kind":"run","name":"run","pid":[1-9]\d*\}/#), "\(end)")
    #expect(try !board.run("record", "build", "--json").output.contains("deploy"))
    #expect(
      lines[0].contains(#""action":"deploy","what":"refused","reason":"an agent cannot confirm it"#),
      "\(lines)")
  }

  /// Runs the program as agents do who have a shell.
  private func shell(_ board: SharedBoard, _ arguments: String...) throws -> HeadlessProgram.Result {
    try HeadlessProgram(arguments, way: .served, on: board.sandbox, environment: ["AI_AGENT": "1"]).end()
  }

  @Test(arguments: [[], ["--private"]])
  func `an agent's shell starts nothing that people have to confirm before what needs it`(way: [String])
    throws
  {
    let board = try SharedBoard(
      """
        deploy: { run: echo deployed >> deployments, confirm: To production? }
        announce: { run: echo announced, enabled-if: deploy.succeeded }
      """)
    let refused = try HeadlessProgram(
      ["run", "--yes", "--with-needs", "announce"] + way, way: .served, on: board.sandbox,
      environment: ["CLAUDECODE": "1"]
    ).end()
    #expect(refused.status == 3)
    #expect(
      refused.messages.contains("announce: refused: it starts deploy first: an agent cannot confirm it"),
      "\(refused.messages)")
    #expect(!board.sandbox.has("deployments"))
    try expectEqual(board.run("run", "--yes", "--with-needs", "announce").status, 0)
    try expectEqual(board.sandbox.text(of: "deployments"), "deployed\n")
  }

  @Test func `an agent's shell ends nothing that a person has started`() throws {
    let board = try SharedBoard(Self.actions)
    try expectEqual(board.run("run", "long", "--detach").status, 0)
    for words in [["cancel", "long"], ["restart", "long"], ["stop"], ["stop", "--now"]] {
      let refused = try HeadlessProgram(
        words, way: .served, on: board.sandbox, environment: ["AI_AGENT": "1"]
      ).end()
      #expect(refused.status == 3, "\(words)")
      #expect(
        refused.messages.contains("long: refused: run 1 was started by run: ask the person"),
        "\(words): \(refused.messages)")
    }
    try expectEqual(board.run("cancel", "long").status, 0)
    let record = try board.run("record", "long").output
    #expect(record.contains("run (agent)  long  refused: run 1 was started by run"), "\(record)")
    // Who has started it is told, also when it has gone.
    #expect(record.contains("  cancel  long  cancelled\n"), "\(record)")
    #expect(record.contains("  run  long  ended (run 1): cancelled"), "\(record)")
    try expectEqual(shell(board, "run", "long", "--detach").status, 0)
    try expectEqual(shell(board, "stop").status, 0)
    #expect(try shell(board, "stop").messages.contains("has no box"))
  }

  @Test func `a board with mistakes is served and says so`() throws {
    let board = try SharedBoard("  build: [run]\n")
    let program = try AgentProgram(board, [AgentProgram.call(1, "list_actions", "")])
    let answer = program.line()
    #expect(answer.contains("\"isError\":true"), "\(answer)")
    #expect(answer.contains("signalbox.yml:3"), "\(answer)")
    try expectEqual(program.end(), 0)
  }

  #if os(Linux)
  @Test(arguments: [true, false])
  func `a client that reads nothing is served no more until it reads`(readsAgain: Bool) throws {
    let board = try SharedBoard(Self.actions)
    try board.sandbox.write(AgentProgram.request(1, "tools/list"), to: "line")
    let program = try HeadlessProgram(
      ["mcp"], way: .served, on: board.sandbox, redirection: "< requests",
      prelude: "mkfifo requests\n{ yes \"$(cat line)\" > requests & }")
    program.waitUntilHeldUp()
    if readsAgain {
      for _ in 1...100 { #expect(program.line().contains(#""tools":["#)) }
      program.waitUntilHeldUp()
    }
    try program.closeOutput()
    try expectEqual(program.end(readsOutput: false).status, 0)
  }
  #endif

  @Test func `a person at a panel sees what an agent asks, and answers`() throws {
    let board = try SharedBoard(Self.actions)
    let panel = try board.sandbox.panel()
    let program = try AgentProgram(board, [AgentProgram.call(1, "press", #""action":"deploy""#)])
    try panel.waitFor("tester (agent) wants Deploy: To production?")
    try panel.openPetition()
    panel.send("y")
    try panel.waitFor("✓ succeeded")
    #expect(program.line().contains("deploy succeeded: run 1"))
    try expectEqual(program.end(), 0)
    #expect(try board.run("record", "deploy").output.contains("yes by panel on"))
  }
}
