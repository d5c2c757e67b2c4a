internal import ArgumentParser
internal import Board
internal import Jobs

/// Explains the guard of an action.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what the guard of an action needs, and what holds it.")

  @Argument(help: "The action, by its name in the board.", completion: Completions.actions)
  var action: String

  @OptionGroup var board: BoardOptions

  func run() throws {
    let board = try Launch.load(board.choice)
    let action = try Launch.checked { () throws(RunPlan.Mistake) in
      try RunPlan.action(self.action, on: board)
    }
    let explanation = MainActor.assumeIsolated {
      Explanation(of: action, in: Interlocking(board, environment: .live()))
    }
    Launch.output.write(lines: explanation.lines)
  }
}
