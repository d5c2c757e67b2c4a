import PseudoTerminal
import TerminalUI

/// Starts the fixture of the room Curses, which shows the events that reach it.
enum FixtureProgram {
  static let path = BuiltProducts.path(of: "CursesFixture")

  /// The fixture on a terminal, with its first picture on the screen.
  static func started(
    environment: [String: String] = [:], size: Size = Size(width: 80, height: 24)
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(Program(path, environment: environment), size: size)
    try terminal.waitFor("end")
    return terminal
  }

  /// A shell script in which `$FIXTURE` is the fixture, with job control if the shell has to stop and
  /// continue it.
  static func script(_ text: String, hasJobControl: Bool = false) throws -> PseudoTerminal {
    try PseudoTerminal(
      Program("/bin/sh", arguments: [hasJobControl ? "-mc" : "-c", text], environment: ["FIXTURE": path]))
  }
}

extension PseudoTerminal {
  /// Waits until the fixture has handled all keys and its pictures are on the screen: it is asked to ring the
  /// bell after them.
  func waitForFixture() throws {
    let count = screen.bellCount
    send("b")
    try waitUntil("the bell after all pictures") { $0.bellCount > count }
  }
}
