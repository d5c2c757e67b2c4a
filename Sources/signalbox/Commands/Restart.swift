internal import ArgumentParser
internal import Board
internal import Headless
internal import Processes
internal import Wire

/// Ends the present run of an action, and starts it again.
struct Restart: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restart",
    abstract: "Cancel the present run of an action, and start it again when that has ended.",
    discussion: """
      It returns when the new run has started, or is ready if it is that of a service, and goes on in the background. An \
      action that does not run is started. If its guard does not allow a start, nothing is cancelled (code 3).
      """)

  @Argument(help: "The name of the action in the board.", completion: Completions.actions)
  var action: String

  @Option(
    help: ArgumentHelp(
      "The input for an action that has several buttons, or whose input is typed; `-` reads it. NAME=TEXT for each of several inputs.",
      valueName: "text"))
  var input: [String] = []

  @Option(
    help: ArgumentHelp(
      "Wait until a service is ready for at most this duration, such as 30s, then exit with code 75.",
      valueName: "duration"),
    transform: RunActions.duration)
  var waitLimit: Duration?

  @Flag(name: .shortAndLong, help: "Answer yes to the question of `confirm`.")
  var yes = false

  @Flag(name: .shortAndLong, help: "Report no start, only why it did not succeed.")
  var quiet = false

  @OptionGroup var board: BoardOptions

  func run() throws {
    let choice = try Opening.choose(board.board)
    let board = try Opening.load(choice)
    let plan = try Opening.checked { () throws(RunPlan.Mistake) in
      try RunPlan.steps([action], on: board, inputs: input, readLine: RunActions.readLine)
    }
    if !yes { try RunActions.confirm(plan.compactMap { board[$0.id] }) }
    let steps = plan.map {
      RunSession.Step($0.id, input: $0.input, confirmed: board[$0.id]?.confirmation, isRestart: true)
    }
    let attachment = Attachment(choice, kind: .run, isPrivate: false, actions: steps.map(\.id))
    guard attachment.isShared else {
      StandardError.write("\(choice.name) is not a file, so nothing can run in the background")
      throw ExitCode(ExitStatus.usage)
    }
    let (limit, isQuiet) = (waitLimit, quiet)
    try FrontEnd.headless(board, attachment, style: .output(of: []), remarks: .none, needsBox: true) {
      await RunSession(
        board: $0, steps: steps, ending: .withTheStarts(isQuiet: isQuiet), waitsForGuards: false,
        waitLimit: limit
      ).run()
    }
  }
}
