internal import Board
internal import Configuration
internal import Foundation
internal import Jobs

/// What is said to the person, on standard error. Whatever it quotes is made safe to show.
enum Message {
  /// Writes a message of one line.
  static func write(_ text: String) { writeLine(line(text)) }

  /// A message with the end of its line.
  static func bytes(_ text: String) -> [UInt8] { Array((line(text) + "\n").utf8) }

  private static func line(_ text: String) -> String { "signalbox: \(text.visible())" }

  /// Writes what is no message of ours and may have several lines, such as mistakes in a board. Where nobody can read it any
  /// more, nothing happens.
  static func writeLine(_ text: String) {
    let text = text.visible(severalLines: true) + "\n"
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Asks a question; returns the line that was typed, nil at the end of the input. Only for a terminal.
  static func ask(_ question: String) -> String? {
    try? FileHandle.standardError.write(contentsOf: Data((line(question) + " [y/N] ").utf8))
    let answer = readLine()
    if answer == nil { writeLine("") }
    return answer
  }

  /// Names the processes that go on when this one ends, if there are any. To be called when all that can be ended is.
  static func writeSurvivors() {
    if let survivors = OpenOutputs.shared.survivors { write("still running: \(survivors)") }
  }

  /// The remarks about a run that are among its lines.
  static func text(notes lines: [OutputLine], of id: String) -> [UInt8] {
    lines.filter(\.isNote).flatMap { bytes("\(id): \($0.text)") }
  }
}
