internal import ArgumentParser
internal import Headless

/// Repeats the actions with `every`, and prints changes.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Repeat the actions with `every`, without a panel, and print one line per change.")

  @OptionGroup var json: JSONOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var privacy: PrivateOptions
  @OptionGroup var board: BoardOptions

  func run() throws {
    try FrontEnd.watch(
      Opening.choose(board.board), style: json.json ? .json : .plain(screen.ink),
      isPrivate: privacy.isPrivate)
  }
}
