internal import ArgumentParser
internal import Foundation
internal import Headless
internal import Processes

/// The command line.
@main
struct Signalbox: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signalbox",
    abstract: "A live control panel for the terminal.",
    usage: """
      signalbox [<file> | --board <file>] [--read-only] [--no-color]
      signalbox <subcommand>
      """,
    discussion: """
      Shows what is busy and how far, what failed, and which buttons are safe to press. A board says what there is to \
      do. It is the <file>, whose name has a `/` or ends in .yml or .yaml, else signalbox.yml or signalbox.yaml in this \
      directory or the nearest one above it that has one. Without any, the panel opens a demo that simulates a network. \
      Keys and colours of your own stand in signalbox/config.yml in $XDG_CONFIG_HOME (or ~/.config).

      Exit codes: 0 all succeeded, 1 an action failed, 2 usage, 3 refused by a guard or not confirmed, 75 waited too \
      long for a guard, 78 there is no board, or it or the config has mistakes, 124 timed out, 128+n ended by signal n. \
      With a single command action, `run` ends with the code of the command.
      """,
    version: version,
    subcommands: [
      OpenPanel.self, Demo.self, RunActions.self, Watch.self, ListActions.self, Why.self, Check.self,
      Init.self,
    ],
    defaultSubcommand: OpenPanel.self)

  /// Parses the arguments and runs the command. A usage error exits with code 2, as in most programs, instead
  /// of the parser's 64.
  static func main() {
    StandardDescriptors.openMissing()
    DescriptorLimit.raise()
    MemoryArena.share()
    TaskQueue.install()
    do {
      if let word = CommandLine.arguments.dropFirst().first,
        !word.hasPrefix("-"), !FirstWord.isCommand(word), !FirstWord.isFile(word)
      {
        // The parser would take the word for the file of a board, and report the words after it.
        throw ValidationError(FirstWord.mistake(in: word))
      }
      var command = try parseAsRoot()
      try command.run()
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      StandardError.writeLines(fullMessage(for: error))
      Foundation.exit(ExitStatus.usage)
    }
  }
}
