internal import ArgumentParser
internal import Board

/// Reads a board and reports every mistake in it.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read a board and print every mistake in it.")

  @Argument(help: "The board; without it, the one that the panel would open.", completion: .file())
  var file: String?

  @OptionGroup var board: BoardOptions

  func validate() throws {
    if file != nil && board.board != nil { throw ValidationError("One board is enough: FILE or --board.") }
  }

  func run() throws {
    let choice = file.map { .file($0) } ?? board.choice
    let board = try Launch.load(choice)
    Launch.output.write(lines: ["\(choice.name): \(board.actions.count) actions, no mistakes"])
  }
}
