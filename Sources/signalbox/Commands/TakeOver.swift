internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Headless
internal import Processes
internal import Wire

/// Ends the lost runs of a shared action.
struct TakeOver: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "takeover",
    abstract: "Declare that the lost runs of a shared action have ended.",
    discussion: """
      A run is lost if its machine does not respond any more. It may have ended, and it may be running: only a person \
      can find out. The reason is kept with your name for the other machines.
      """)

  @Argument(help: "The name of the action in the board.", completion: Completions.actions)
  var action: String

  @Option(help: "How you know that the run has ended.")
  var reason: String

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp(
      "Only this run, by its name in `signalbox fleet --json`. Otherwise all that are lost.",
      valueName: "name"))
  var onlyRun: String?

  @OptionGroup var board: BoardOptions

  func validate() throws {
    if let mistake = TakeOverOrder.mistake(in: reason) { throw ValidationError(mistake) }
  }

  func run() throws {
    let choice = try Opening.choose(board.board)
    let definition = try Opening.load(choice)
    let id = try Opening.checked { () throws(RunPlan.Mistake) in
      try RunPlan.action(action, on: definition).id
    }
    guard definition[id]?.shared != nil else {
      StandardError.write("\(id) is not shared with other machines")
      ProcessEnd.withStatus(ExitStatus.refused)
    }
    let (reason, runs) = (reason, onlyRun.map { [$0] })
    ExistingBox.runCommand {
      let attachment = Attachment(choice, kind: .run, isPrivate: false)
      guard case .served(let box) = try await attachment.open(everyChange: true) else {
        StandardError.write("this board has no box, which is needed to take over")
        return ExitStatus.refused
      }
      await box.waitForSituation()
      let answer = await withCheckedContinuation { (answer: CheckedContinuation<TakeOverAnswer, Never>) in
        var order = TakeOverOrder(id, runs: runs, reason: reason)
        order.onAnswer = { answer.resume(returning: $0) }
        box.takeOver(order)
      }
      switch answer {
      case .done(let runs):
        for run in runs {
          let input = run.input.map { " with the input \($0)" } ?? ""
          StandardError.write("\(id): the run \(run.id)\(input) on \(run.place) counts as ended")
        }
        return ExitStatus.succeeded
      case .refused(let reason):
        StandardError.write("\(id): \(reason)")
        return ExitStatus.refused
      case .unavailable(let reason, let mayPass):
        StandardError.write("\(id): \(reason)")
        return ExitStatus.unavailable(mayPass: mayPass)
      }
    }
  }
}
