internal import Essentials

/// The user's files for signalbox: preferences, and a board for all directories.
enum PersonalFile {
  /// The name of the board for all directories.
  static let board = "board.yml"

  /// The path of a file in `$XDG_CONFIG_HOME/signalbox`, or in `~/.config/signalbox` if that variable is not
  /// an absolute path; nil if the file does not exist.
  static func path(
    of name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    place(of: name, environment: environment)
      .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
  }

  /// The path of a file, whether or not it exists; nil if the user has no home directory.
  static func place(of name: String, environment: [String: String]) -> String? {
    let configuration =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { $0 + "/.config" }
    return configuration.map { "\($0)/signalbox/\(name)" }
  }
}
