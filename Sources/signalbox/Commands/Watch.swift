internal import ArgumentParser
internal import Headless

/// Runs what runs by itself, and prints changes.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract:
      "Run what runs by itself (`every`, `start: with-board`, `watch`) without a panel, and print changes.")

  @Flag(name: .customLong("no-files"), help: "Let changed files start nothing.")
  var ignoresFiles = false

  @OptionGroup var json: JSONOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var metrics: MetricsOptions
  @OptionGroup var privacy: PrivateOptions
  @OptionGroup var board: BoardOptions

  func run() throws {
    try FrontEnd.watch(
      Opening.choose(board.board), style: json.json ? .json : .plain(screen.colors.ink),
      isPrivate: privacy.isPrivate, ignoresFiles: ignoresFiles, metrics: metrics.settings)
  }
}
