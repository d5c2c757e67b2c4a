import Foundation
import PseudoTerminal
import TerminalUI

/// A directory with a board, and the program that opens it. It contains none of the user's preferences.
final class Desk {
  /// The arguments that name the board.
  let arguments: [String]
  let environment: [String: String]
  private let directory: String

  /// - Parameter board: The text of the board; nil opens the demo.
  init(_ board: String? = nil) throws {
    directory = NSTemporaryDirectory() + "signalbox-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    environment = ["HOME": directory, "XDG_CONFIG_HOME": directory]
    guard let board else {
      arguments = ["demo"]
      return
    }
    let file = directory + "/signalbox.yml"
    try board.write(toFile: file, atomically: true, encoding: .utf8)
    arguments = ["--board", file]
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// The panel with its first picture on the screen.
  func panel(size: Size = Size(width: 80, height: 24)) throws -> PseudoTerminal {
    let program = Program(Executable.signalbox, arguments: arguments, environment: environment)
    let terminal = try PseudoTerminal(program, size: size)
    terminal.surroundings = self
    try terminal.waitFor("q quit")
    return terminal
  }
}

extension PseudoTerminal {
  var figures: ProcessFigures { ProcessFigures(identifier: processIdentifier) }

  /// Reads the output of the program for a while.
  func watch(for duration: Duration) {
    let end = ContinuousClock.now.advanced(by: duration)
    while true {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .milliseconds(1) else { return }
      _ = isSilent(for: left)
    }
  }

  /// The share of one processor that the program uses during the measurement, in percent.
  func processorShare(during duration: Duration) -> Double {
    let clock = ContinuousClock.now
    let before = figures.processorTime
    watch(for: duration)
    return (figures.processorTime - before) / (clock.duration(to: .now) / .seconds(1)) * 100
  }
}
