internal import ArgumentParser
internal import Curses

struct BoardOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The board to open.",
      discussion: """
        Without it: signalbox.yml here, else signalbox/board.yml in $XDG_CONFIG_HOME (or ~/.config), else the demo.
        """,
      valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var board: String?

  func load() -> BoardChoice { BoardChoice(named: board) }
}

struct ScreenOptions: ParsableArguments {
  @Flag(name: .long, help: "Draw without colours, as NO_COLOR in the environment does.")
  var noColor = false
}
