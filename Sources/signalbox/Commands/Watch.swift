internal import ArgumentParser

/// Repeats what repeats by itself, and prints what changes.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Repeat what has `every`, without a panel, and print one line for each change.")

  @OptionGroup var json: JSONOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var board: BoardOptions

  func run() throws {
    try Launch.watch(Launch.choose(board.board), isJSON: json.json, screen)
  }
}
