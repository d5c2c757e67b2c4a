internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Headless
internal import Processes

/// Shows the steps by which a locked action can be started.
struct Plan: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show the steps by which a locked action can be started.",
    discussion: """
      The steps follow from the guard of the action and from those of the actions in it. Nothing is started: \
      `signalbox run --with-needs` performs them. Exits with code 3 if no plan was found.
      """)

  @Argument(help: "The name of the action in the board.", completion: Completions.actions)
  var action: String

  @OptionGroup var json: JSONOptions
  @OptionGroup var privacy: PrivateOptions
  @OptionGroup var board: BoardOptions

  func run() throws {
    let choice = try Opening.choose(board.board)
    let board = try Opening.load(choice)
    let id = try Opening.checked { () throws(RunPlan.Mistake) in try RunPlan.action(action, on: board).id }
    let (isPrivate, isJSON) = (privacy.isPrivate, json.json)
    ExistingBox.runCommand {
      let box = try await PresentBoard.box(of: choice, board, isPrivate: isPrivate)
      let plan = await withCheckedContinuation { answer in
        box.plan(id) { answer.resume(returning: $0) }
      }
      guard let plan else {
        StandardError.write("\(id): its box \(box.endWords)")
        return ExitStatus.waitedTooLong
      }
      let output = Opening.output
      if isJSON {
        ChangePrinter(.json) { output.write($0) }.print([.plan(plan)])
      } else {
        output.write(lines: plan.text(in: box.situation, now: box.now).map { "\($0)" })
      }
      return plan.isFound ? ExitStatus.succeeded : ExitStatus.refused
    }
  }
}
