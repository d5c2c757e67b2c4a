import Foundation
import PseudoTerminal
import TerminalUI
import Testing

/// `signalbox mcp` as clients start it: the examples that register it, agents beside people, and the record.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct AgentServerTests {
  private static let actions = """
      build: { run: echo built }
      deploy: { key: D, title: Deploy, run: echo deployed, confirm: To production? }
      long: { run: 'exec sleep 600' }
    """

  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"tester","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#

  private static func request(_ id: Int, _ method: String, _ params: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(meta)\#(params.isEmpty ? "" : ",\(params)")}}"#
  }

  private static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
    request(id, "tools/call", #""name":"\#(tool)","arguments":{\#(arguments)}"#)
  }

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

  /// Starts the server with lines of a client that stays until ``end``.
  private func agent(_ board: SharedBoard, _ lines: [String], _ words: [String] = ["mcp"]) throws
    -> HeadlessProgram
  {
    try board.desk.write(lines.map { $0 + "\n" }.joined(), to: "lines")
    return try HeadlessProgram(
      words, way: .served, on: board.desk,
      prelude: "{ cat lines; while [ ! -e over ]; do sleep 0.05; done; } |")
  }

  /// The client leaves; returns the exit code of the server.
  private func end(_ program: HeadlessProgram, _ board: SharedBoard) throws -> Int32 {
    try board.desk.write("", to: "over")
    return try program.end().status
  }

  @Test(arguments: ["claude-code.json", "cursor.json", "vscode.json"])
  func `the examples register a server that answers`(file: String) throws {
    let board = try SharedBoard(Self.actions)
    let words = try words(file).map {
      $0.replacingOccurrences(of: "${workspaceFolder}/", with: board.desk.path(of: ""))
    }
    let program = try agent(
      board, [Self.request(1, "server/discover"), Self.call(2, "list_actions", "")], words)
    let (discovery, list) = (program.line(), program.line())
    #expect(discovery.contains("\"supportedVersions\":[\"2026-07-28\"]"), "\(discovery)")
    #expect(list.contains("\"name\":\"deploy\""), "\(list)")
    #expect(try end(program, board) == 0)
  }

  @Test func `an agent's shell cannot confirm, and the record says so`() throws {
    let board = try SharedBoard(Self.actions)
    #expect(try board.run("run", "build").status == 0)
    let refused = try board.start("run", "--yes", "deploy", environment: ["CLAUDECODE": "1"]).end()
    #expect(refused.status == 3)
    #expect(
      refused.messages.contains("deploy: refused: an agent cannot confirm it; a person can, in the panel"))
    #expect(try board.run("run", "--yes", "deploy").status == 0)
    let record = try board.run("record").output
    #expect(record.contains("  run  build  started"), "\(record)")
    #expect(record.contains("  run  deploy  started (run 1), yes by start"), "\(record)")
    #expect(try !board.run("record", "build", "--json").output.contains("deploy"))
  }

  @Test func `a board with mistakes is served and says so`() throws {
    let board = try SharedBoard("  build: [run]\n")
    let program = try agent(board, [Self.call(1, "list_actions", "")])
    let answer = program.line()
    #expect(answer.contains("\"isError\":true"), "\(answer)")
    #expect(answer.contains("signalbox.yml:3"), "\(answer)")
    #expect(try end(program, board) == 0)
  }

  @Test func `a person at a panel sees what an agent asks, and answers`() throws {
    let board = try SharedBoard(Self.actions)
    let panel = try board.desk.panel()
    let program = try agent(board, [Self.call(1, "press", #""action":"deploy""#)])
    try panel.waitFor("tester (agent) wants Deploy: To production?")
    while !panel.screen.text.contains("Let it start") {
      panel.send("\u{7}")
      let tooEarly = "An agent has only just asked"
      try panel.waitUntil("the question") {
        $0.text.contains("Let it start") || $0.text.contains(tooEarly)
      }
      if panel.screen.text.contains("Let it start") { break }
      panel.send("j")
      try panel.waitUntil("the message goes") { !$0.text.contains(tooEarly) }
    }
    panel.send("y")
    try panel.waitFor("✓ succeeded")
    #expect(program.line().contains("deploy succeeded: run 1"))
    #expect(try end(program, board) == 0)
    #expect(try board.run("record", "deploy").output.contains("yes by panel on"))
  }
}
