internal import ArgumentParser

struct BoardOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The board to open.",
      discussion: """
        By default signalbox.yml or signalbox.yaml in this directory or the nearest one above that has one, else \
        signalbox/board.yml in $XDG_CONFIG_HOME (or ~/.config).
        """,
      valueName: "file"),
    completion: .file(extensions: BoardSearch.fileExtensions))
  var board: String?
}

struct PrivateOptions: ParsableArguments {
  @Flag(
    name: .customLong("private"),
    help: "Keep everything in this process: guards do not see other windows, and runs end with this one.")
  var isPrivate = false
}

struct PanelOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: "Ignore keys and clicks that start, cancel or dismiss. Actions with `every` still repeat.")
  var readOnly = false

  @Flag(name: .long, help: "Draw frames, signs and bars with ASCII only, for fonts without the usual ones.")
  var ascii = false
}

struct JSONOptions: ParsableArguments {
  @Flag(help: "Print one JSON object per line; Documentation/JSON.md describes the fields.")
  var json = false
}

struct ScreenOptions: ParsableArguments {
  @Flag(name: .long, help: "Disable colours, like NO_COLOR in the environment.")
  var noColor = false

  var colors: ColorChoice { ColorChoice(isOff: noColor) }
}
