internal import ArgumentParser
internal import Exporter

struct BoardOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The board to open.",
      discussion: """
        By default signalbox.yml or signalbox.yaml in this directory or the nearest one above that has one, else \
        signalbox/board.yml in $XDG_CONFIG_HOME (or ~/.config), else the Makefile, package.json and the like of this directory.
        """,
      valueName: "file"),
    completion: .file(extensions: BoardSearch.fileExtensions))
  var board: String?
}

/// The board of a command that has no other arguments.
struct BoardFileOptions: ParsableArguments {
  @Argument(help: "The board (default: the one that the panel would open).", completion: .file())
  var file: String?

  @OptionGroup var option: BoardOptions

  var board: String? { file ?? option.board }

  func validate() throws {
    if file != nil && option.board != nil { throw ValidationError("One board is enough: FILE or --board.") }
  }
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
    help: "Ignore keys and clicks that start, cancel or dismiss, and start nothing that runs by itself.")
  var readOnly = false

  @Flag(name: .long, help: "Draw frames, signs and bars with ASCII only, for fonts without the usual ones.")
  var ascii = false
}

struct MetricsOptions: ParsableArguments {
  @Option(
    name: .customLong("metrics"),
    help: ArgumentHelp(
      "Serve /metrics for Prometheus and /healthz on this address; port 0 is a free one.",
      valueName: "host:port"),
    completion: .list(["127.0.0.1:9180"]),
    transform: { text in
      guard let address = ListenAddress(text) else {
        throw ValidationError(
          "an address to listen on is a host and a port such as 127.0.0.1:9180 or [::1]:9180")
      }
      return address
    })
  var address: ListenAddress?

  var settings: MetricsExporter.Settings? { address.map { .init($0, version: ProgramVersion.version) } }
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
