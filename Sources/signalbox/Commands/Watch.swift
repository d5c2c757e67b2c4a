internal import ArgumentParser
internal import Headless

/// Repeats what repeats by itself, and prints what changes.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Repeat what has `every`, without a panel, and print one line for each change.")

  @OptionGroup var json: JSONOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var board: BoardOptions

  func run() throws {
    try FrontEnd.watch(
      Opening.choose(board.board), style: json.json ? .json : .plain(screen.ink))
  }
}
