import Foundation
import PseudoTerminal
import TerminalUI

/// A directory with a board, and the panel that opens it: no board or setting of a real person is found from
/// there. It lives as long as its terminals.
final class Sandbox {
  /// Where the program was built.
  static let program = BuiltProducts.path(of: "signalbox")

  let directory: String
  /// Where its boards live.
  let way: Way
  private var pipes: [AnyObject] = []

  /// - Parameters:
  ///   - board: What stands in `signalbox.yml`; nil for no board, which opens the demo.
  ///   - way: Where the board lives.
  init(_ board: String? = nil, way: Way = .present) throws {
    self.way = way
    directory = NSTemporaryDirectory() + "signalbox-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    if let board { try write(board, to: "signalbox.yml") }
  }

  deinit {
    Way.endBoxes(in: directory)
    try? FileManager.default.removeItem(atPath: directory)
  }

  func path(of name: String) -> String { directory + "/" + name }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(of: name), withIntermediateDirectories: true)
  }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(of: name), atomically: true, encoding: .utf8)
  }

  func text(of name: String) throws -> String {
    try String(contentsOfFile: path(of: name), encoding: .utf8)
  }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

  /// A named pipe that commands open as `$LIFELINE`.
  func lifeline() throws -> Lifeline {
    let lifeline = try Lifeline(path: path(of: "lifeline"))
    pipes.append(lifeline)
    return lifeline
  }

  /// Where commands wait by `read line < gate` until the test lets one through.
  func gate() throws -> Gate {
    let gate = try Gate(path: path(of: "gate"))
    pipes.append(gate)
    return gate
  }

  /// The program on a terminal, without waiting for anything.
  func start(
    _ arguments: [String] = [], environment: [String: String] = [:],
    size: Size = Size(width: 80, height: 24)
  ) throws -> PseudoTerminal {
    try terminal(Sandbox.program, way.arguments(arguments), environment, size)
  }

  /// The panel with its first picture on the screen.
  func panel(
    _ arguments: [String] = [], environment: [String: String] = [:],
    size: Size = Size(width: 80, height: 24)
  ) throws -> PseudoTerminal {
    let terminal = try start(arguments, environment: environment, size: size)
    try terminal.waitFor("q quit")
    // ncurses switches the keypad on after the first picture.
    try terminal.waitUntil("the keypad") { $0.isKeypadApplication }
    return terminal
  }

  /// A shell script in which `$SIGNALBOX` is the program, with job control if the shell has to stop and
  /// continue it.
  func script(
    _ text: String, hasJobControl: Bool = false, environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let program = way.program
    return try terminal(
      "/bin/sh", [hasJobControl ? "-mc" : "-c", text],
      ["SIGNALBOX": program].merging(environment) { $1 }, Size(width: 80, height: 24))
  }

  private func terminal(
    _ path: String, _ arguments: [String], _ environment: [String: String], _ size: Size
  ) throws -> PseudoTerminal {
    let places = ["HOME": directory, "XDG_CONFIG_HOME": directory, "LIFELINE": self.path(of: "lifeline")]
    var program = Program(path, arguments: arguments, environment: places.merging(environment) { $1 })
    program.directory = directory
    let terminal = try PseudoTerminal(program, size: size)
    terminal.surroundings = self
    return terminal
  }
}
