internal import Board
internal import Boundary
internal import Configuration
internal import Programs

/// Messages for people, as they appear on standard error. Whatever a message quotes is made safe to show.
package enum Message {
  /// A message of one line.
  package static func line(_ text: String) -> String { "signalbox: \(text.visible())\n" }

  /// Several lines that are no message of signalbox itself, such as mistakes in a board.
  package static func lines(_ text: String) -> String { text.visible(severalLines: true) + "\n" }

  /// These remarks among the lines of a run, one message for each.
  static func text(_ remarks: Remarks, among lines: [OutputLine], of id: String) -> [UInt8] {
    lines.filter(remarks.contains).flatMap { Array(line("\(id): \($0.text)").utf8) }
  }
}
