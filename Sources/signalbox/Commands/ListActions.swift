internal import ArgumentParser
internal import Board
internal import Boundary
internal import Headless
internal import Jobs
internal import Processes

/// Lists the actions of a board.
struct ListActions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the actions with their keys, their state, and why they are locked.")

  @OptionGroup var json: JSONOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var board: BoardOptions

  func run() throws {
    let board = try Opening.load(Opening.choose(board.board))
    let output = Opening.output
    let situation = MainActor.assumeIsolated {
      BoardReading(Situation(Interlocking(board, environment: .live())))
    }
    if json.json {
      ChangePrinter(.json) { output.write($0) }.print(situation.actions.map { .action($0) })
      return
    }
    let rows = zip(board.actions, situation.actions).map { ActionTable.Row($0, $1) }
    let ink = screen.ink
    output.write(lines: ActionTable(rows: rows).lines(hasHeader: StandardOutput.isTerminal, ink: ink))
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
