internal import Foundation
internal import Jobs

/// What is said to the person, on standard error.
enum Message {
  static func write(_ text: String) { writeLine("signalbox: \(text)") }

  /// Writes what is no message of ours, such as mistakes in a board.
  static func writeLine(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// Writes the remarks about a run that are among its lines.
  static func write(notes lines: [OutputLine], of id: String) {
    for line in lines where line.isNote { write("\(id): \(line.text)") }
  }
}
