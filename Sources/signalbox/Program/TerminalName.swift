internal import Curses
internal import Foundation

/// The kind of terminal that the environment names.
struct TerminalName: Equatable {
  let name: String

  init(_ name: String?) { self.name = name ?? "" }

  static var current: TerminalName { TerminalName(ProcessInfo.processInfo.environment["TERM"]) }

  /// The terminal multiplexer that the environment names.
  static var multiplexer: Multiplexer {
    let environment = ProcessInfo.processInfo.environment
    // In tmux inside of screen, both are set; the inner one is usually tmux.
    if environment["TMUX"]?.isEmpty == false { return .tmux }
    return environment["STY"]?.isEmpty == false ? .screen : .none
  }

  /// Whether the terminal can only print one line after the other, or is unknown.
  var isDumb: Bool { name.isEmpty || name == "dumb" }
}
