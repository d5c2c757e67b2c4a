internal import Essentials
internal import Headless
internal import Processes

/// Whether output is coloured.
struct ColorChoice: Equatable {
  /// Whether an option disables colours.
  var isOff = false

  /// Whether colours are allowed by the option and the environment.
  var isAllowed: Bool { !isOff && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty }

  /// The colours of lines on standard output.
  var ink: Ink { Ink(hasColor: isAllowed && StandardOutput.isTerminal && !TerminalName.current.isDumb) }
}
