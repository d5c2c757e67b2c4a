internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Headless
internal import Processes

/// Lists the actions of a board.
struct ListActions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the actions with their keys, their state, and why they are locked.")

  @OptionGroup var json: JSONOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var privacy: PrivateOptions
  @OptionGroup var board: BoardFileOptions

  func run() throws {
    let choice = try Opening.choose(board.board)
    let board = try Opening.load(choice)
    let (isJSON, isPrivate, ink) = (json.json, privacy.isPrivate, screen.colors.ink)
    ExistingBox.runCommand {
      let box = try await PresentBoard.box(of: choice, board, isPrivate: isPrivate)
      let (situation, now) = (box.situation, box.now)
      let readings = situation.actions.map { action in
        var reading = ActionReading(action)
        reading.details = ActionReading.Details(action)
        reading.staleAge = action.freshness?.stale?.at.map { max(.zero, now - $0) }
        return reading
      }
      let output = Opening.output
      if isJSON {
        ChangePrinter(.json) { output.write($0) }.print(readings.map { .action($0) })
      } else {
        let rows = zip(situation.actions, readings).map { ActionTable.Row($0.description, $1) }
        output.write(lines: ActionTable(rows: rows).lines(hasHeader: StandardOutput.isTerminal, ink: ink))
      }
      return ExitStatus.succeeded
    }
  }
}

extension ActionTable.Row {
  fileprivate init(_ action: ActionDescription, _ reading: ActionReading) {
    let keys = [action.key].compactMap { $0 } + action.buttons.compactMap(\.key)
    self.init(
      keys: keys.map(\.description).joined(separator: " "), id: action.id,
      title: action.title == action.id ? "" : action.title,
      state: reading.stateInWords, summary: action.summary ?? "", failure: reading.detail ?? "",
      reason: reading.blockedBy.isEmpty
        ? reading.details?.obstacle ?? "" : "needs \(reading.blockedBy.joined(separator: " and "))")
  }
}
