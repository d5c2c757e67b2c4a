internal import Foundation

/// The files of a user for signalbox, independent of the present directory.
enum PersonalFile {
  /// The path of a file in `$XDG_CONFIG_HOME/signalbox`, or in `~/.config/signalbox` where that is not set to
  /// an absolute path; nil if there is no such file.
  static func path(
    of name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    place(of: name, environment: environment)
      .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
  }

  /// The path that such a file has, whether or not it exists; nil for a user without a home directory.
  static func place(of name: String, environment: [String: String]) -> String? {
    let configuration =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { $0 + "/.config" }
    return configuration.map { "\($0)/signalbox/\(name)" }
  }
}
