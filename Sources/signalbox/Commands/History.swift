internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Essentials
internal import Headless
internal import Processes

/// Lists the past and present runs of an action.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the last runs of an action, the oldest first.",
    discussion:
      "They are known also where no box runs. `output --run` prints the lines of those that are kept.")

  @Argument(help: "The name of the action in the board.", completion: Completions.actions)
  var action: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("At most this number of runs, the newest ones.", valueName: "count"))
  var last: Int?

  @OptionGroup var json: JSONOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var board: BoardOptions

  func validate() throws {
    if let last, last < 1 { throw ValidationError("--last needs a number from 1 on.") }
  }

  func run() throws {
    let choice = try Opening.choose(board.board)
    let board = try Opening.load(choice)
    let id = try Opening.checked { () throws(RunPlan.Mistake) in try RunPlan.action(action, on: board).id }
    let (last, isJSON, ink) = (last, json.json, screen.colors.ink)
    ExistingBox.runCommand {
      let box = try await PresentBoard.box(of: choice, board, isPrivate: false)
      var readings = await Self.readings(of: id, on: box, last)
      if box.hasEnded {
        // It has left meanwhile, since nothing needs it: what it has kept is in files.
        readings = await Self.readings(of: id, on: PresentBoard.kept(of: board, at: choice), last)
      }
      if isJSON {
        Opening.output.write(lines: readings.map { "\(JSONLine.run($0, of: id, at: .now))" })
      } else {
        let table = RunTable(readings)
        Opening.output.write(lines: table.lines(hasHeader: StandardOutput.isTerminal, ink: ink))
      }
      return ExitStatus.succeeded
    }
  }

  /// The last runs, as they are printed.
  @MainActor
  private static func readings(of id: String, on box: ServedBox, _ last: Int?) async -> [RunReading] {
    var readings: [RunReading] = []
    for run in await runs(of: id, on: box).suffix(last ?? .max) {
      let kept = await withCheckedContinuation { answer in
        box.lines(of: id, from: .max, run: run.number) { answer.resume(returning: $0) }
      }
      readings.append(
        RunReading(run, now: box.now, at: .now, isKept: kept?.run != nil && kept?.isLost == false))
    }
    return readings
  }

  /// The runs that are known; a box sends them when they are looked at.
  @MainActor
  private static func runs(of id: String, on box: ServedBox) async -> [RunHistory.Entry] {
    guard (box.situation[id]?.runs.count ?? 0) > 0 else { return [] }
    let bell = ChangeBell()
    box.onChange = { bell.ring() }
    box.attention.history = id
    while box.history(of: id).entries.isEmpty, !box.hasEnded { await bell.next(after: bell.count) }
    return box.history(of: id).entries
  }
}
