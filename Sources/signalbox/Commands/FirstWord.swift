internal import ArgumentParser
internal import Board
internal import Configuration

/// The first word on the command line: the name of a command, or the file of a board.
enum FirstWord {
  private static var commands: [String] {
    Signalbox.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  /// Whether a word names a file. A file with any other name can be given as `./name`.
  static func isFile(_ word: String) -> Bool {
    word.contains("/") || BoardSearch.fileExtensions.contains { word.hasSuffix(".\($0)") }
  }

  /// Whether a word names a command.
  static func isCommand(_ word: String) -> Bool { commands.contains(word) }

  /// Why a word that is no file and stands where a command does is a mistake.
  static func mistake(in word: String) -> String {
    if isCommand(word) { return "the command `\(word)` has to come before all options" }
    let hint =
      Suggestion.hint(for: word, among: commands)
      ?? "`signalbox --help` lists the commands; the name of a board has a `/` or ends in .yml or .yaml"
    return "there is no command `\(word)` (\(hint))"
  }
}
