internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Configuration
internal import Essentials
internal import Headless
internal import Processes
internal import Rendezvous
internal import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Runs actions without a panel.
struct RunActions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run actions one after the other, without a panel.",
    discussion: """
      Guards, retries and timeouts apply as in the panel. It stops at the first action that does not succeed. The \
      question of an action with `confirm` is asked on the terminal before anything runs; without a terminal the action \
      is refused, unless --yes is given. A coding agent that types it cannot confirm (`agents` in the board).

      Standard output only contains the output of the commands; messages go to standard error. If standard output is not \
      a terminal, the output of a single command is passed through byte by byte, and its standard error goes to standard \
      error; --quiet omits the messages about what succeeds there. Otherwise, output is printed as whole lines, on a terminal in colours. \
      Ctrl-C cancels the runs that this command has started and waits for them; a second Ctrl-C does not wait.

      With --detach each action is started as soon as the one before has started, or is ready if it is a service. The runs go on in the background; \
      `signalbox ps` lists the boards with runs, `signalbox cancel` ends a run, and a panel shows its output.

      An action that runs already is refused, unless its policy says otherwise, or one of these does: --ensure is \
      content with a service that is ready or becomes so, --join goes on with the present run as if it were its own, \
      and --after waits for its end. A run that is joined may have begun before your last change; it goes on if this \
      command is interrupted.
      """)

  @Argument(help: "The names of the actions in the board.", completion: Completions.actions)
  var actions: [String]

  @Option(
    help: ArgumentHelp(
      "The input for an action that has several buttons, or whose input is typed; `-` reads a line of standard input, so that other processes do not see it. NAME=TEXT or NAME=- for each of several inputs.",
      valueName: "text"), completion: Completions.inputs)
  var input: [String] = []

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

  @Flag(help: "Start the services that do not run, and return when all are ready. Implies --detach.")
  var ensure = false

  @Flag(help: "If it runs already with the same input, print what it prints, and end with its exit code.")
  var join = false

  @Flag(help: "If it runs already, wait for the end of that run, then start it.")
  var after = false

  @Flag(
    help:
      "Start an action only if its last success does not count any more, because its `inputs` have changed.")
  var ifStale = false

  @Flag(
    help: "Print what an action has printed only if it fails, when it has. Implies --quiet.")
  var onFailure = false

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
    let words = [(ensure, "--ensure"), (join, "--join"), (after, "--after")].filter(\.0).map(\.1)
    if words.count > 1 { throw ValidationError("\(words.joined(separator: " and ")) exclude each other.") }
    if ifStale, let word = words.first { throw ValidationError("\(word) and --if-stale exclude each other.") }
    if ifStale, withNeeds { throw ValidationError("--with-needs and --if-stale exclude each other.") }
    if let word = words.first, privacy.isPrivate {
      throw ValidationError("\(word) is about the runs of a box, which --private does not use.")
    }
    if onFailure, json.json {
      throw ValidationError("--on-failure is about text, and --json prints everything.")
    }
    if join, detach { throw ValidationError("--join prints what a run prints, which --detach does not.") }
    guard leaves else { return }
    let word = detach ? "--detach" : "--ensure"
    if onFailure { throw ValidationError("\(word) does not wait for an end, so --on-failure has no effect.") }
    if privacy.isPrivate { throw ValidationError("\(word) needs a box, which --private does not use.") }
    if json.json { throw ValidationError("\(word) prints no changes, so --json has no effect.") }
  }

  /// Whether the runs go on in the background.
  private var leaves: Bool { detach || ensure }

  private var ifRunning: IfRunning { ensure ? .ensure : join ? .join : after ? .after : .ask }

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
      try RunPlan.steps(actions, on: board, inputs: input, readLine: Self.readLine)
    }
    if ensure, let action = plan.compactMap({ board[$0.id] }).first(where: { $0.service == nil }) {
      StandardError.write("\(action.id) is not a service, which --ensure is about")
      throw ExitCode(ExitStatus.usage)
    }
    if ifStale, let action = plan.compactMap({ board[$0.id] }).first(where: { $0.inputs == nil }) {
      StandardError.write("\(action.id) has no `inputs`, which --if-stale is about")
      throw ExitCode(ExitStatus.usage)
    }
    let isAgent = AgentShell.isOne()
    if isAgent { try refuseAgent(plan.compactMap { board[$0.id] }, on: board, of: choice) }
    if !yes, !withNeeds { try confirm(plan.compactMap { board[$0.id] }, on: board) }
    var needs: RunSession.Needs?
    if withNeeds {
      needs = RunSession.Needs(isConfirmed: yes, ask: nil)
      needs?.isAgent = isAgent
      needs?.ask = Self.ask
    }
    let steps = plan.map {
      RunSession.Step(
        $0.id, input: $0.input, confirmed: board[$0.id]?.confirmation, needs: needs, ifStale: ifStale)
    }
    let attachment = Attachment(
      choice, kind: .run, isPrivate: privacy.isPrivate, actions: steps.map(\.id))
    guard !leaves || attachment.isShared else {
      StandardError.write("\(choice.name) is not a file, so nothing can run in the background")
      throw ExitCode(ExitStatus.usage)
    }
    let ending: RunSession.Ending = leaves ? .withTheStarts(isQuiet: quiet) : .withTheRuns
    let identity = privacy.isPrivate ? nil : choice.path.flatMap { try? BoardIdentity(presentOrGone: $0) }
    let path = identity?.path
    sayWhereResultsAre(identity)
    let caller = path.flatMap { CallingRun(of: $0, in: ProcessInfo.processInfo.environment) }
    let unprinted = join ? Set(steps.map(\.id)) : []
    try FrontEnd.headless(
      board, attachment, style: style(on: board, of: steps.map(\.id)), remarks: remarks, needsBox: leaves,
      exitMap: exitMap,
      unprinted: unprinted
    ) { station in
      await RunSession(
        board: station, steps: steps, ending: ending, ifRunning: ifRunning,
        waitsForGuards: wait || waitLimit != nil, waitLimit: waitLimit, caller: caller,
        isSilentUntilFailure: onFailure
      ).run()
    }
  }

  /// Says where results are, if the environment names another place.
  private func sayWhereResultsAre(_ identity: BoardIdentity?) {
    let environment = ProcessInfo.processInfo.environment
    guard !quiet, !onFailure, let identity, let places = try? BoxPlaces(identity, environment: environment),
      places.isStateElsewhere
    else { return }
    StandardError.write("results are in \(places.stateDirectory)")
  }

  /// Reads an input from standard input.
  static func readLine() throws(RunPlan.Mistake) -> String {
    do throws(StandardInput.Refusal) {
      return try StandardInput.line()
    } catch {
      throw RunPlan.Mistake(message: "--input -: \(error)")
    }
  }

  /// The remarks about runs among its messages. A session that leaves says itself what its runs came to.
  private var remarks: Remarks {
    if leaves { return .none }
    return quiet || onFailure || json.json ? .reasons : .all
  }

  /// Ends with a refusal if an agent has typed the command, and a person has to press one of the actions.
  private func refuseAgent(_ actions: [ActionDefinition], on board: Board, of choice: BoardChoice) throws {
    for action in actions {
      guard let reason = action.agents.reach.refusal else { continue }
      if json.json { try FrontEnd.printRefusal(of: action.id, because: reason, on: board) }
      StandardError.write("\(action.id): refused: \(reason)")
      let attachment = Attachment(choice, kind: .run, isPrivate: privacy.isPrivate, actions: [])
      guard attachment.isShared else { throw ExitCode(ExitStatus.refused) }
      let code = exitMap.code(ExitStatus.refused)
      ExistingBox.runCommand {
        await Self.request(action.id, attachment, digest: board.source.digest)
        return code
      }
    }
  }

  /// Requests a start that the box refuses, so that this is in its record. Without a box there is no record.
  @MainActor
  private static func request(_ action: String, _ attachment: Attachment, digest: String?) async {
    guard case .served(let box)? = try? await attachment.open(everyChange: false, digest: digest)
    else { return }
    await withCheckedContinuation { answered in
      var order = StartOrder(action)
      order.onAnswer = { _ in answered.resume() }
      box.start(order)
    }
  }

  /// Obtains a yes to each question; otherwise prints why not and exits.
  private func confirm(_ actions: [ActionDefinition], on board: Board) throws {
    try Self.confirm(actions) { refusal in
      if json.json { try FrontEnd.printRefusal(of: refusal.action, because: refusal.reason, on: board) }
    }
  }

  /// Asks a question on standard error, which is answered on standard input; nil if one of them is no
  /// terminal.
  private static var ask: (@Sendable (_ action: String, _ question: String) -> String?)? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    return { StandardError.ask("\($0): \($1)") }
  }

  static func confirm(
    _ actions: [ActionDefinition], onRefusal: (RunConfirmation.Refusal) throws -> Void = { _ in }
  ) throws {
    do throws(RunConfirmation.Refusal) {
      try RunConfirmation.obtain(
        for: actions, answer: ask)
    } catch {
      try onRefusal(error)
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
  private func style(on board: Board, of actions: [String]) -> ChangePrinter.Style {
    if json.json { return .json }
    if leaves || onFailure { return .output(of: []) }
    if actions.count == 1, !StandardOutput.isTerminal, case .command = board[actions[0]]?.work {
      return .bytes(of: actions[0])
    }
    guard StandardOutput.isTerminal, !TerminalName.current.isDumb else { return .output(of: Set(actions)) }
    return .terminalOutput(of: Set(actions), hasColor: screen.colors.isAllowed)
  }
}

extension ExitMap: ExpressibleByArgument {}
