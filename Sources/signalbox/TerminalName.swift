internal import Foundation

/// The kind of terminal that the environment names.
struct TerminalName: Equatable {
  let name: String

  init(_ name: String?) { self.name = name ?? "" }

  static var current: TerminalName { TerminalName(ProcessInfo.processInfo.environment["TERM"]) }

  /// A terminal that can only print one line after the other, or of which nothing is known.
  var isDumb: Bool { name.isEmpty || name == "dumb" }
}
