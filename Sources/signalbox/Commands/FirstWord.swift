internal import ArgumentParser
internal import Board
internal import Configuration
internal import Projects

/// The first word on the command line: the name of a command, or the file of a board.
enum FirstWord {
  private static var commands: [String] {
    Signalbox.configuration.subcommands.flatMap {
      [$0.configuration.commandName].compactMap(\.self) + $0.configuration.aliases
    } + ["help"]
  }

  /// Whether a word is a file name. A file with another name can be given as `./name`.
  static func isFile(_ word: String) -> Bool {
    word.contains("/") || BoardSearch.fileExtensions.contains { word.hasSuffix(".\($0)") }
      || word == "." || word == ".." || Format(fileName: word) != nil
  }

  /// Whether a word is the name of a command.
  static func isCommand(_ word: String) -> Bool { commands.contains(word) }

  /// Why a word that is not a file is a usage error in the place of a command.
  static func mistake(in word: String) -> String {
    if isCommand(word) { return "the command `\(word)` has to come before all options" }
    let hint =
      Suggestion.hint(for: word, among: commands)
      ?? "`signalbox --help` lists the commands; the name of a board has a `/` or ends in .yml or .yaml"
    return "there is no command `\(word)` (\(hint))"
  }
}
