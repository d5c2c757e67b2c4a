internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Essentials
internal import Headless
internal import Processes

/// Explains the guard of an action.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Explain the guard of an action, and why it is locked.",
    discussion: "Without a name, it prints one line for each action of the board.")

  @Argument(help: "The name of the action in the board.", completion: Completions.actions)
  var action: String?

  @OptionGroup var json: JSONOptions
  @OptionGroup var privacy: PrivateOptions
  @OptionGroup var board: BoardOptions

  func run() throws {
    let choice = try Opening.choose(board.board)
    let board = try Opening.load(choice)
    let id = try action.map { name in
      try Opening.checked { () throws(RunPlan.Mistake) in try RunPlan.action(name, on: board).id }
    }
    let (isPrivate, isJSON, isAll) = (privacy.isPrivate, json.json, action == nil)
    ExistingBox.runCommand {
      let box = try await PresentBoard.box(of: choice, board, isPrivate: isPrivate)
      for id in id.map({ [$0] }) ?? box.situation.actions.map(\.id) {
        let explanation = await withCheckedContinuation { answer in
          box.explain(id) { answer.resume(returning: $0) }
        }
        guard let explanation, let status = box.situation[id] else { continue }
        let plan = box.situation.plan(for: id)
        if isJSON {
          Opening.output.write(
            lines: ["\(JSONLine.explanation(explanation, of: status, plan: plan, at: .now))"])
          continue
        }
        let lines = ExplanationText.lines(explanation, of: status, plan: plan)
        Opening.output.write(lines: isAll ? Array(lines.prefix(1)) : lines)
      }
      return ExitStatus.succeeded
    }
  }
}
