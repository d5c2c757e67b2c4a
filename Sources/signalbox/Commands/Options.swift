internal import ArgumentParser
internal import Foundation
internal import Headless
internal import Processes

struct BoardOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The board to open.",
      discussion: """
        Without it: signalbox.yml or signalbox.yaml in this directory or the nearest one above it that has one, else \
        signalbox/board.yml in $XDG_CONFIG_HOME (or ~/.config).
        """,
      valueName: "file"),
    completion: .file(extensions: BoardSearch.fileExtensions))
  var board: String?
}

struct PanelOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: "Only look: keys and clicks start, cancel and dismiss nothing. What has `every` still repeats.")
  var readOnly = false
}

struct JSONOptions: ParsableArguments {
  @Flag(help: "Print one JSON object a line; Documentation/JSON.md describes its fields.")
  var json = false
}

struct ScreenOptions: ParsableArguments {
  @Flag(name: .long, help: "Draw without colours, as NO_COLOR in the environment does.")
  var noColor = false

  /// Whether nobody objects to colours.
  var allowsColor: Bool {
    !noColor && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  /// What lines on standard output are painted with.
  var ink: Ink {
    Ink(hasColor: allowsColor && StandardOutput.isTerminal && !TerminalName.current.isDumb)
  }
}
