internal import ArgumentParser
internal import Headless
internal import Processes

/// The seat of an agent.
struct ServeAgent: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract:
      "Serve the board to a coding agent, by the Model Context Protocol on standard input and output.",
    discussion: """
      The agent presses the same buttons as people, behind the same guards; where an action has `confirm`, a person is \
      asked. Clients start it by themselves; Documentation/Agents.md has examples. Claude Code, in .mcp.json of the project:

        {"mcpServers":{"signalbox":{"command":"signalbox","args":["mcp"]}}}

      Cursor, in .cursor/mcp.json:

        {"mcpServers":{"signalbox":{"command":"signalbox","args":["mcp","--board","${workspaceFolder}/signalbox.yml"]}}}

      VS Code, in .vscode/mcp.json:

        {"servers":{"signalbox":{"type":"stdio","command":"signalbox","args":["mcp","--board","${workspaceFolder}/signalbox.yml"]}}}

      What a client sets as `env` only counts while no panel or `watch` is open: commands inherit what the person has.
      """)

  @Flag(name: .long, help: "Offer no tool that starts or cancels something.")
  var readOnly = false

  @OptionGroup var board: BoardOptions

  func run() throws {
    let board = AgentBoard(path: board.board, isReadOnly: readOnly)
    FrontEnd.runMain { try AgentSession(board) { ProcessEnd.withStatus(ExitStatus.succeeded) } }
  }
}
