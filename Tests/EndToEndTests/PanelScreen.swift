import Foundation
import PseudoTerminal
import Testing

extension PseudoTerminal {
  /// Waits for a number between a word and a full stop, such as the `17` of "pid 17.".
  func waitForNumber(after word: String) throws -> Int32 {
    var number: Int32?
    try waitUntil("a number after \"\(word)\"") { screen in
      let parts = screen.text.components(separatedBy: word).dropFirst()
      number =
        parts.lazy.compactMap { part in
          let digits = part.prefix { $0.isNumber }
          return part.dropFirst(digits.count).hasPrefix(".") ? Int32(digits) : nil
        }.first
      return number != nil
    }
    return try #require(number)
  }
}

/// The panel's frame and footer stand where they belong on the screen of 80×24.
func expectWhole(_ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation) {
  let rows = terminal.screen.text.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(rows.count == 24, sourceLocation: sourceLocation)
  guard rows.count == 24 else { return }
  #expect(rows[0].hasPrefix("╭─ ") && rows[0].hasSuffix("─╮"), sourceLocation: sourceLocation)
  for row in rows[1..<22] {
    #expect("│├".contains(row.prefix(1)) && "│┤".contains(row.suffix(1)), sourceLocation: sourceLocation)
  }
  #expect(rows[22] == "╰\(String(repeating: "─", count: 78))╯", sourceLocation: sourceLocation)
  #expect(rows[23].contains("? help  q quit"), sourceLocation: sourceLocation)
}

/// The picture with this text when it is complete: a busy machine draws it in parts, and the output that is
/// looked at may come after the first one.
func restingPicture(of terminal: PseudoTerminal, with text: String) throws -> String {
  try terminal.waitUntil("a whole picture with `\(text)`") {
    $0.text.contains(text) && $0.text.contains("q quit")
  }
  terminal.settle(for: .milliseconds(200))
  return terminal.screen.text
}
