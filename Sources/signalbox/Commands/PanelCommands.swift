internal import ArgumentParser

/// Opens the panel on a board.
struct OpenPanel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panel", abstract: "Open the panel (the default).",
    discussion: """
      When standard output is not a terminal, or the terminal cannot move its cursor (TERM is dumb or not set), it does \
      what `signalbox watch` does.

      Your own keys and colours, for any board, stand in signalbox/config.yml in $XDG_CONFIG_HOME (or ~/.config); \
      Documentation/Preferences.md describes it.
      """)

  @OptionGroup var board: BoardOptions
  @OptionGroup var panel: PanelOptions
  @OptionGroup var screen: ScreenOptions

  func run() throws {
    try Launch.panel(board.choice, screen, isReadOnly: panel.readOnly)
  }
}

/// Opens the panel on the demo board, always.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Open the panel on the demo board.")

  @OptionGroup var panel: PanelOptions
  @OptionGroup var screen: ScreenOptions

  func run() throws {
    try Launch.panel(.demo, screen, isReadOnly: panel.readOnly)
  }
}
