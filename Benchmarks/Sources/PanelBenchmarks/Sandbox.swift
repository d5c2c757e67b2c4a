import Foundation
import PseudoTerminal
import TerminalUI

/// A directory with a board, and the program that opens it. It contains none of the user's preferences.
final class Sandbox {
  /// The arguments that name the board.
  let arguments: [String]
  let environment: [String: String]
  let directory: String
  private let isShared: Bool

  /// - Parameters:
  ///   - board: The text of the board; nil opens the demo.
  ///   - isShared: Whether the board has a box in a process of its own.
  init(_ board: String? = nil, isShared: Bool = false) throws {
    self.isShared = isShared
    let temporary = URL(filePath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
    directory = temporary + "/signalbox-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    environment = ["HOME": directory, "XDG_CONFIG_HOME": directory]
    guard let board else {
      arguments = ["demo"]
      return
    }
    let file = directory + "/signalbox.yml"
    try board.write(toFile: file, atomically: true, encoding: .utf8)
    arguments = isShared ? ["--board", file] : ["--private", "--board", file]
  }

  deinit {
    if isShared { _ = try? run("stop", "--now") }
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Runs the program without a terminal, and returns what it prints.
  func run(_ command: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Executable.signalbox)
    process.arguments = command + (command.first == "ps" ? [] : arguments)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  /// The process of the box; nil if there is none.
  var box: ProcessFigures? {
    get throws {
      for line in try run("ps", "--json").split(separator: "\n") where line.contains(directory) {
        let parts = line.split(separator: "\"pid\":")
        if let pid = parts.last?.prefix(while: \.isNumber), let number = Int32(pid) {
          return ProcessFigures(identifier: number)
        }
      }
      return nil
    }
  }

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
