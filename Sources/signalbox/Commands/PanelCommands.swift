internal import ArgumentParser

/// Opens the panel on a board.
struct OpenPanel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panel", abstract: "Open the panel (the default).",
    discussion: """
      If standard output is not a terminal, or the terminal cannot move its cursor (TERM is dumb or not set), it behaves \
      like `signalbox watch`. Without a board it opens the Makefile, package.json and the like of this directory, else the demo, if the panel can be drawn.

      Your keys and colours for all boards are in signalbox/config.yml in $XDG_CONFIG_HOME (or ~/.config); \
      Documentation/Preferences.md describes this file.
      """)

  @Argument(
    help:
      "The board to open; a name without `/` must end in .yml or .yaml, or be that of a known file such as Makefile.",
    completion: .file(extensions: BoardSearch.fileExtensions))
  var file: String?

  @OptionGroup var board: BoardOptions
  @OptionGroup var panel: PanelOptions
  @OptionGroup var metrics: MetricsOptions
  @OptionGroup var privacy: PrivateOptions
  @OptionGroup var screen: ScreenOptions

  func validate() throws {
    guard let file else { return }
    guard FirstWord.isFile(file) else { throw ValidationError(FirstWord.mistake(in: file)) }
    if board.board != nil { throw ValidationError("One board is enough: FILE or --board.") }
  }

  var start: PanelStart {
    PanelStart(
      path: file ?? board.board, isReadOnly: panel.readOnly, isPrivate: privacy.isPrivate,
      usesOnlyASCII: panel.ascii, colors: screen.colors, metrics: metrics.settings)
  }

  func run() throws { try start.open() }
}

/// Opens the panel on the demo board.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Open the panel on the demo board.")

  @OptionGroup var panel: PanelOptions
  @OptionGroup var metrics: MetricsOptions
  @OptionGroup var screen: ScreenOptions

  var start: PanelStart {
    var start = PanelStart.demo
    (start.isReadOnly, start.usesOnlyASCII) = (panel.readOnly, panel.ascii)
    (start.colors, start.metrics) = (screen.colors, metrics.settings)
    return start
  }

  func run() throws { try start.open(.demo) }
}
