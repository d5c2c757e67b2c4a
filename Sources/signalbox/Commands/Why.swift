internal import ArgumentParser
internal import Board
internal import Boundary
internal import Headless
internal import Processes

/// Explains the guard of an action.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Explain the guard of an action, and why it is locked.")

  @Argument(help: "The name of the action in the board.", completion: Completions.actions)
  var action: String

  @OptionGroup var privacy: PrivateOptions
  @OptionGroup var board: BoardOptions

  func run() throws {
    let choice = try Opening.choose(board.board)
    let board = try Opening.load(choice)
    let id = try Opening.checked { () throws(RunPlan.Mistake) in try RunPlan.action(action, on: board).id }
    let isPrivate = privacy.isPrivate
    ExistingBox.runCommand {
      let box = try await PresentBoard.box(of: choice, board, isPrivate: isPrivate)
      let explanation = await withCheckedContinuation { answer in
        box.explain(id) { answer.resume(returning: $0) }
      }
      let action = box.situation[id]
      let failure = action.flatMap { ActionReading($0).detail }
      Opening.output.write(
        lines: explanation.map {
          ExplanationText.lines(
            $0, of: id, action?.description, leftRunning: action?.leftRunning, failure: failure)
        } ?? [])
      return ExitStatus.succeeded
    }
  }
}
