internal import ArgumentParser
internal import Board

/// Runs actions without a panel.
struct RunActions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run actions one after the other, without a panel.",
    discussion: """
      Guards, retries and timeouts are those of the panel. It stops at the first action that does not succeed. Naming \
      an action is deliberate, so no question is asked for `confirm`. Standard output has what the commands print and \
      nothing else; messages go to standard error. Ctrl-C cancels what runs and waits for its end; a second one kills.
      """)

  @Argument(help: "The actions, by their names in the board.", completion: Completions.actions)
  var actions: [String]

  @Option(help: ArgumentHelp("The input for an action that has several buttons.", valueName: "text"))
  var input: String?

  @Flag(help: "Wait while a guard holds an action, as long as something runs that can change it.")
  var wait = false

  @Flag(name: .shortAndLong, help: "Say nothing about how runs begin and end.")
  var quiet = false

  @OptionGroup var json: JSONOptions
  @OptionGroup var board: BoardOptions

  func run() throws {
    let board = try Launch.load(Launch.choose(board.board))
    let plan = try Launch.checked { () throws(RunPlan.Mistake) in
      try RunPlan.steps(actions, on: board, input: input)
    }
    try Launch.headless(
      board, style: json.json ? .json : .output(of: Set(actions)), isQuiet: quiet || json.json
    ) { station in
      await RunSession(board: station, steps: plan, waitsForGuards: wait).run()
    }
  }
}
