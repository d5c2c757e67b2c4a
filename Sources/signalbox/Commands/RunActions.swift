internal import ArgumentParser
internal import Board
internal import Configuration
internal import Headless
internal import Processes
internal import Wire

/// Runs actions without a panel.
struct RunActions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run actions one after the other, without a panel.",
    discussion: """
      Guards, retries and timeouts apply as in the panel. It stops at the first action that does not succeed. The \
      question of an action with `confirm` is asked on the terminal before anything runs; without a terminal the action \
      is refused, unless --yes is given.

      Standard output only contains the output of the commands; messages go to standard error. If standard output is not \
      a terminal, the output of a single command is passed through byte by byte, and its standard error goes to standard \
      error; --quiet omits the messages about what succeeds there. Otherwise, output is printed as whole lines, on a terminal in colours. \
      Ctrl-C cancels the runs that this command has started and waits for them; a second Ctrl-C does not wait.

      With --detach each action is started as soon as the one before has started, or is ready if it is a service. The runs go on in the background; \
      `signalbox ps` lists the boards with runs, `signalbox cancel` ends a run, and a panel shows its output.
      """)

  @Argument(help: "The names of the actions in the board.", completion: Completions.actions)
  var actions: [String]

  @Option(
    help: ArgumentHelp(
      "The input for an action that has several buttons, or whose input is typed; `-` reads a line of standard input, so that other processes do not see it.",
      valueName: "text"))
  var input: String?

  @Flag(
    help:
      "Wait until the guard of an action holds, while an action that runs can change it, or one that a panel repeats."
  )
  var wait = false

  @Option(
    help: ArgumentHelp(
      "Wait for the start of an action, and with --detach until it is ready, for at most this duration, such as 5m, then exit with code 75. Implies --wait.",
      valueName: "duration"),
    transform: Self.duration)
  var waitLimit: Duration?

  @Flag(
    help: """
      Start what an action needs before it, as `signalbox plan` shows it. Questions of `confirm` are asked when they are \
      due, unless --yes is given. Exits with code 3 if no plan was found.
      """)
  var withNeeds = false

  @Flag(
    help: """
      Start the actions and leave. Fails at the first that may not start (code 3), cannot start, or is a service that \
      ends before it is ready.
      """)
  var detach = false

  @Option(
    help: ArgumentHelp(
      "What the exit code means: `command` passes on that of a single command, `plain` never does, `bisect` is for git bisect run.",
      valueName: "map"),
    completion: .list(ExitMap.allCases.map(\.rawValue)))
  var exitMap = ExitMap.command

  @Flag(name: .shortAndLong, help: "Answer yes to the questions of `confirm`.")
  var yes = false

  @Flag(name: .shortAndLong, help: "Report no starts and successes, only why something did not succeed.")
  var quiet = false

  @OptionGroup var json: JSONOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var privacy: PrivateOptions
  @OptionGroup var board: BoardOptions

  func validate() throws {
    guard detach else { return }
    if privacy.isPrivate { throw ValidationError("--detach needs a box, which --private does not use.") }
    if json.json { throw ValidationError("--detach prints no changes, so --json has no effect.") }
  }

  func run() throws {
    do {
      try start()
    } catch let code as ExitCode {
      throw ExitCode(exitMap.code(code.rawValue))
    }
  }

  private func start() throws {
    let choice = try Opening.choose(board.board)
    let board = try Opening.load(choice)
    let plan = try Opening.checked { () throws(RunPlan.Mistake) in
      try RunPlan.steps(actions, on: board, input: typedInput())
    }
    if !yes, !withNeeds { try confirm(plan.compactMap { board[$0.id] }, on: board) }
    var needs: RunSession.Needs?
    if withNeeds {
      needs = RunSession.Needs(isConfirmed: yes, ask: nil)
      if RunConfirmation.hasTerminal { needs?.ask = { StandardError.ask("\($0): \($1)") } }
    }
    let steps = plan.map {
      RunSession.Step($0.id, input: $0.input, confirmed: board[$0.id]?.confirmation, needs: needs)
    }
    let attachment = Attachment(
      choice, kind: .run, isPrivate: privacy.isPrivate, actions: steps.map(\.id))
    guard !detach || attachment.isShared else {
      StandardError.write("\(choice.name) is not a file, so nothing can run in the background")
      throw ExitCode(ExitStatus.usage)
    }
    let ending: RunSession.Ending = detach ? .withTheStarts(isQuiet: quiet) : .withTheRuns
    try FrontEnd.headless(
      board, attachment, style: style(on: board), remarks: remarks, needsBox: detach, exitMap: exitMap
    ) { station in
      await RunSession(
        board: station, steps: steps, ending: ending, waitsForGuards: wait || waitLimit != nil,
        waitLimit: waitLimit
      ).run()
    }
  }

  /// The input, from where `--input` says.
  private func typedInput() throws(RunPlan.Mistake) -> String? {
    guard input == "-" else { return input }
    do throws(StandardInput.Refusal) {
      return try StandardInput.line()
    } catch {
      throw RunPlan.Mistake(message: "--input -: \(error)")
    }
  }

  /// The remarks about runs among its messages. A session that leaves says itself what its runs came to.
  private var remarks: Remarks {
    if detach { return .none }
    return quiet || json.json ? .reasons : .all
  }

  /// Obtains a yes to each question; otherwise prints why not and exits.
  private func confirm(_ actions: [ActionDefinition], on board: Board) throws {
    do throws(RunConfirmation.Refusal) {
      try RunConfirmation.obtain(
        for: actions, answer: RunConfirmation.hasTerminal ? { StandardError.ask("\($0): \($1)") } : nil)
    } catch {
      if json.json { try FrontEnd.printRefusal(of: error.action, because: error.reason, on: board) }
      StandardError.write("\(error)")
      throw ExitCode(ExitStatus.refused)
    }
  }

  static func duration(_ text: String) throws -> Duration {
    if let duration = DurationText.parse(text) { return duration }
    let suggestion = DurationText.suggestion(for: text)
    let hint = suggestion.map { "did you mean `\($0)`?" } ?? "such as 90s, 5m or 1h30m"
    throw ValidationError("`\(text)` is no duration (\(hint))")
  }

  /// The output of a single command is passed through unchanged, unless it goes to a terminal, which receives
  /// its lines in their colours.
  private func style(on board: Board) -> ChangePrinter.Style {
    if json.json { return .json }
    if detach { return .output(of: []) }
    if actions.count == 1, !StandardOutput.isTerminal, case .command = board[actions[0]]?.work {
      return .bytes(of: actions[0])
    }
    guard StandardOutput.isTerminal, !TerminalName.current.isDumb else { return .output(of: Set(actions)) }
    return .terminalOutput(of: Set(actions), hasColor: screen.colors.isAllowed)
  }
}

extension ExitMap: ExpressibleByArgument {}
