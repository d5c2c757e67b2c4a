internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Essentials
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
      let (situation, now, date) = (box.situation, box.now, Date.now)
      let output = Opening.output
      if isJSON {
        output.write(lines: situation.actions.map { "\(JSONLine.listed($0, now: now, at: date))" })
      } else {
        let rows = situation.actions.map { ActionTable.Row($0, now: now) }
        output.write(lines: ActionTable(rows: rows).lines(hasHeader: StandardOutput.isTerminal, ink: ink))
      }
      return ExitStatus.succeeded
    }
  }
}
