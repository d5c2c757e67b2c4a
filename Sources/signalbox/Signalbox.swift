internal import ArgumentParser
internal import Board
internal import Foundation

/// The command line.
@main
struct Signalbox: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signalbox",
    abstract: "A live control panel for the terminal.",
    usage: """
      signalbox [--board <file>] [--no-color]
      signalbox <subcommand>
      """,
    discussion: """
      Shows what is busy and how far, what failed, and which buttons are safe to press. A board says what there is to \
      do; without one, the panel opens a demo that simulates a network.
      """,
    version: "0.1.0",
    subcommands: [OpenPanel.self, Demo.self, Check.self],
    defaultSubcommand: OpenPanel.self)

  /// As the argument parser would, but for the exit code of a wrong command line: 2, as shells and their tools have it.
  static func main() {
    TaskQueue.install()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch  where exitCode(for: error) == .validationFailure {
      Launch.complain(fullMessage(for: error))
      Foundation.exit(2)
    } catch {
      exit(withError: error)
    }
  }
}

/// Opens the panel on a board.
struct OpenPanel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panel", abstract: "Open the panel (the default).")

  @OptionGroup var board: BoardOptions
  @OptionGroup var screen: ScreenOptions

  func run() throws {
    try Launch.panel(board.load(), screen)
  }
}

/// Opens the panel on the demo board, always.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Open the panel on the demo board.")

  @OptionGroup var screen: ScreenOptions

  func run() throws {
    try Launch.panel(.demo, screen)
  }
}

/// Reads a board and reports every mistake in it.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read a board and print every mistake in it.")

  @Argument(help: "The board; without it, the one that the panel would open.", completion: .file())
  var file: String?

  func run() throws {
    let choice = BoardChoice(named: file)
    let board = try Launch.load(choice)
    print("\(choice.name): \(board.actions.count) actions, no mistakes")
  }
}
