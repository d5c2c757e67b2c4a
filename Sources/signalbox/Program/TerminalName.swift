internal import Curses
internal import Foundation

/// The kind of terminal that the environment names.
struct TerminalName: Equatable {
  let name: String

  init(_ name: String?) { self.name = name ?? "" }

  static var current: TerminalName { TerminalName(ProcessInfo.processInfo.environment["TERM"]) }

  /// What the environment says that the program runs in.
  static var multiplexer: Multiplexer {
    let environment = ProcessInfo.processInfo.environment
    // Inside tmux inside screen, both are set; the inner one is mostly tmux.
    if environment["TMUX"]?.isEmpty == false { return .tmux }
    return environment["STY"]?.isEmpty == false ? .screen : .none
  }

  /// A terminal that can only print one line after the other, or of which nothing is known.
  var isDumb: Bool { name.isEmpty || name == "dumb" }
}
