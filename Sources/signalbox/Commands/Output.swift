internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Configuration
internal import Essentials
internal import Headless
internal import Jobs
internal import Processes

/// Prints what an action has printed.
struct Output: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "output",
    abstract: "Print the kept lines of an action's output (`logs` is the same).",
    discussion: """
      It prints the newest run, or the one of --run; of its lines those of --since, of these those of --grep, of these \
      the last ones of --tail. It starts no box, and keeps none.

      Exit codes: 0 printed, 1 --grep matches nothing, 2 unknown action or bad argument, 3 never run, or its lines are \
      not kept, 75 the box has ended while it was followed, 78 mistakes in the board.
      """,
    aliases: ["logs"])

  @Argument(help: "The name of the action in the board.", completion: Completions.actions)
  var action: String?

  @Flag(help: "The outputs of all actions, each line with the name of its action.")
  var all = false

  @Option(
    name: .customLong("run"), parsing: .unconditional,
    help: ArgumentHelp(
      "The number of a run; -1 the newest, -2 the one before it, `all` for all that are kept, `next` to wait for one.",
      valueName: "run"), completion: Completions.runs)
  var chosenRun: RunChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("At most this number of lines, the newest ones.", valueName: "count"))
  var tail: Int?

  @Option(
    help: ArgumentHelp("Only lines that were printed in this time, such as 5m.", valueName: "duration"),
    transform: RunActions.duration)
  var since: Duration?

  @Option(
    help: ArgumentHelp("Only lines that match this regular expression (PCRE).", valueName: "expression"))
  var grep: String?

  @Flag(
    name: .shortAndLong, help: "Go on with what is printed until the run ends; with --all until nothing runs."
  )
  var follow = false

  @Flag(help: "Begin each line with the time at which it was printed.")
  var timestamps = false

  @Flag(help: "Print remarks about runs, too.")
  var remarks = false

  @OptionGroup var json: JSONOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var board: BoardOptions

  func validate() throws {
    if all == (action != nil) { throw ValidationError("Name one action, or use --all.") }
    if let tail, tail < 0 { throw ValidationError("--tail needs a number from 0 on.") }
    switch chosenRun {
    case .number where follow:
      throw ValidationError("--follow goes on with the newest run: --run of an earlier one has no effect.")
    case .number where all, .next where all:
      throw ValidationError("--all prints all runs that are kept, so --run has no effect.")
    case .all where follow && !all: throw ValidationError("--follow ends with one run: leave out --run all.")
    case .next where !follow: throw ValidationError("--run next needs --follow.")
    default: break
    }
  }

  func run() throws {
    let choice = try Opening.choose(board.board)
    var lines = OutputChoice()
    lines.since = since.map { UInt32(clamping: Int(Date.now.timeIntervalSince1970 - $0 / .seconds(1))) }
    (lines.tail, lines.hasRemarks) = (tail, remarks)
    if let grep {
      do throws(PatternError) { lines.pattern = try LineExpression(grep) } catch {
        throw ValidationError("--grep: \(error.message)")
      }
    }
    var printing = OutputPrinting()
    (printing.isJSON, printing.hasTimes, printing.hasNames) = (json.json, timestamps, all)
    printing.hasColor = StandardOutput.isTerminal && screen.colors.isAllowed
    let (action, run, follows) = (id(on: choice), chosenRun ?? (all ? .all : .number(-1)), follow)
    ExistingBox.runCommand { [lines, printing] in
      guard let box = try await ExistingBox.of(choice)?.box else {
        return try await Self.withoutBox(choice, action, run, lines, printing)
      }
      if let action, box.situation[action] == nil {
        StandardError.write(UnknownAction(action, in: box.situation).withWay)
        return ExitStatus.usage
      }
      let reader = OutputReader(
        box, action.map { [$0] } ?? box.situation.actions.map(\.id), run, lines, printing)
      if follows { return await reader.follow() }
      if let code = await reader.printOnce() { return code }
      // The box has left meanwhile, since nothing needs it: what it has kept is in files.
      guard box.end?.isEndOfBox == true else { return reader.boxEnded() }
      return try await Self.withoutBox(choice, action, run, lines, printing)
    }
  }

  /// The action, which can be named by another name of it.
  private func id(on choice: BoardChoice) -> String? {
    guard let action, choice.isShared, let board = try? choice.load() else { return action }
    let named = board.actions(named: action)
    return named.count == 1 ? named[0].id : action
  }

  /// Where no box runs, the lines of some runs are in files.
  @MainActor
  private static func withoutBox(
    _ choice: BoardChoice, _ action: String?, _ run: RunChoice, _ lines: OutputChoice,
    _ printing: OutputPrinting
  ) async throws -> Int32 {
    let board: Board
    do { board = try Opening.load(choice) } catch let code as ExitCode { return code.rawValue }
    if let action {
      do throws(RunPlan.Mistake) { _ = try RunPlan.action(action, on: board) } catch {
        StandardError.write(error.message)
        return ExitStatus.usage
      }
    }
    let box = await PresentBoard.kept(of: board, at: choice)
    var actions = action.map { [$0] } ?? []
    if action == nil {
      for id in board.actions.map(\.id) where await Self.keepsLines(of: id, box) { actions.append(id) }
    }
    guard !actions.isEmpty else {
      StandardError.write("\(choice.name) has no box, so no output is kept")
      return ExitStatus.refused
    }
    let number = if case .number = run { run } else { RunChoice.number(-1) }
    return await OutputReader(box, actions, number, lines, printing).printOnce() ?? ExitStatus.waitedTooLong
  }

  @MainActor
  private static func keepsLines(of action: String, _ box: ServedBox) async -> Bool {
    let kept = await withCheckedContinuation { answer in
      box.lines(of: action, from: .max, run: -1) { answer.resume(returning: $0) }
    }
    return kept.map { $0.run != nil && !$0.isLost } ?? false
  }
}

/// Which run's output is printed.
enum RunChoice: ExpressibleByArgument, Sendable, Equatable {
  case number(Int)
  case all, next

  init?(argument: String) {
    switch argument {
    case "all": self = .all
    case "next": self = .next
    default:
      guard let number = Int(argument), number != 0 else { return nil }
      self = .number(number)
    }
  }
}
