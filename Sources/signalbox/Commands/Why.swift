internal import ArgumentParser
internal import Board
internal import Headless
internal import Jobs
internal import Processes

/// Explains the guard of an action.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Explain the guard of an action, and why it is locked.")

  @Argument(help: "The name of the action in the board.", completion: Completions.actions)
  var action: String

  @OptionGroup var board: BoardOptions

  func run() throws {
    let board = try Opening.load(Opening.choose(board.board))
    let id = try Opening.checked { () throws(RunPlan.Mistake) in try RunPlan.action(action, on: board).id }
    let explanation = MainActor.assumeIsolated { Interlocking(board, environment: .live()).why(id) }
    Opening.output.write(lines: explanation.map { ExplanationText.lines($0, of: id) } ?? [])
  }
}
