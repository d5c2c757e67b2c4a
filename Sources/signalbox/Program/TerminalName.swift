internal import Curses
internal import Essentials

/// The type of the terminal, from the environment.
struct TerminalName: Equatable {
  let name: String

  init(_ name: String?) { self.name = name ?? "" }

  static var current: TerminalName { TerminalName(ProcessInfo.processInfo.environment["TERM"]) }

  /// The multiplexer in which the program runs, from the environment.
  static var multiplexer: Multiplexer {
    let environment = ProcessInfo.processInfo.environment
    // Both are set for tmux inside screen; the inner one is usually tmux.
    if environment["TMUX"]?.isEmpty == false { return .tmux }
    return environment["STY"]?.isEmpty == false ? .screen : .none
  }

  /// A message if terminfo does not know the terminal, and an entry with another name is used; otherwise nil.
  func remark(usedAs entry: String) -> String? {
    entry == name ? nil : "TERM \(name) is not known here: drawn for \(entry)"
  }

  /// Whether the terminal can only print lines, or its type is unknown.
  var isDumb: Bool { name.isEmpty || name == "dumb" }
}
