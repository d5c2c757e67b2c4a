internal import TerminalUI

/// Asks the terminal how it draws composed characters: one of each kind is written, and a report of the
/// cursor tells how many columns it took.
///
/// Terminals that join the parts take two columns. A terminal that does not know the report never answers.
struct WidthQuestion {
  private static let samples: [(kind: ComposedCharacters, text: String)] = [
    (.flags, "🇩🇪"), (.joined, "👩‍🔬"), (.toned, "👍🏽"),
  ]

  /// The columns that the samples took, in the order of the samples.
  private var widths: [Int] = []

  /// What to write: each sample at the start of a blank row, which is blank again afterwards.
  /// - Parameter row: Counted from 0. Not the first one: there, a report looks like a function key.
  static func bytes(inRow row: Int) -> [UInt8] {
    let questions = samples.map { "\u{1B}[\(row + 1);1H\u{1B}[8m\($0.text)\u{1B}[6n" }
    return Array("\u{1B}7\(questions.joined())\u{1B}[m\u{1B}[2K\u{1B}8".utf8)
  }

  /// Takes a report of the cursor. Further ones than were asked for have no effect.
  mutating func take(_ report: CursorReport) {
    if !isAnswered { widths.append(report.column - 1) }
  }

  var isAnswered: Bool { widths.count == Self.samples.count }

  /// The kinds that the terminal draws whole, as far as it has answered.
  var answer: ComposedCharacters {
    zip(Self.samples, widths).reduce(into: []) { kinds, sample in
      if sample.1 == 2 { kinds.insert(sample.0.kind) }
    }
  }
}

/// Where the cursor is, as a terminal reports it: both numbers are counted from 1.
struct CursorReport: Equatable {
  let row: Int
  let column: Int

  /// Parses the part between `ESC [` and the final byte; nil if it is not such a report.
  init?(parameters: [UInt8], final: UInt8) {
    guard final == UInt8(ascii: "R") else { return nil }
    let numbers = String(decoding: parameters, as: UTF8.self).split(
      separator: ";", omittingEmptySubsequences: false
    ).map { Int($0) }
    guard numbers.count == 2, let row = numbers[0], let column = numbers[1], row > 0, column > 0 else {
      return nil
    }
    (self.row, self.column) = (row, column)
  }
}
