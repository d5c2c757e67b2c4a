internal import ArgumentParser
internal import Board
internal import Boundary
internal import Headless
internal import Processes

/// Lists the actions of a board.
struct ListActions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the actions with their keys, their state, and why they are locked.")

  @OptionGroup var json: JSONOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var board: BoardOptions

  func run() throws {
    let choice = try Opening.choose(board.board)
    let board = try Opening.load(choice)
    let output = Opening.output
    let isJSON = json.json
    let ink = screen.ink
    ExistingBox.runCommand {
      let actions = BoardReading(try await ExistingBox.orPrivate(choice, board).situation).actions
      if isJSON {
        ChangePrinter(.json) { output.write($0) }.print(actions.map { .action($0) })
        return ExitStatus.succeeded
      }
      // The box may have read the file of the board at another moment.
      let rows = board.actions.compactMap { action in
        actions.first { $0.id == action.id }.map { ActionTable.Row(action, $0) }
      }
      output.write(lines: ActionTable(rows: rows).lines(hasHeader: StandardOutput.isTerminal, ink: ink))
      return ExitStatus.succeeded
    }
  }
}

extension ActionTable.Row {
  fileprivate init(_ action: ActionDefinition, _ reading: ActionReading) {
    let keys = [action.key].compactMap { $0 } + action.buttons.compactMap(\.key)
    self.init(
      keys: keys.map(\.description).joined(separator: " "), id: action.id,
      title: action.title == action.id ? "" : action.title,
      state: reading.isLocked ? "locked" : reading.state.rawValue,
      reason: reading.blockedBy.isEmpty ? "" : "needs \(reading.blockedBy.joined(separator: " and "))")
  }
}
