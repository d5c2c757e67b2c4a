import Configuration
import Testing

/// Texts of other programs' files, in one line of the panel.
@Suite(.timeLimit(.minutes(15))) struct OneLineTests {
  @Test(arguments: [
    ("plain text", "plain text"), ("", ""), ("a", "a"), (" ", ""), (" a", "a"), ("a ", "a"), ("a  b", "a b"),
    ("a\tb\r\nc", "a b c"), ("a\u{1B}[2J", "a\u{FFFD}[2J"), ("a\u{7F}", "a\u{FFFD}"),
    ("a\u{202E}b", "a\u{FFFD}b"), ("a\u{FEFF}b", "a\u{FFFD}b"), ("é ü", "é ü"), ("~!", "~!"),
    ("1234567890", "1234567890"), ("12345678901", "123456789…"), ("123456789 1", "123456789…"),
    ("éééééééééé", "éééééééééé"), ("ééééééééééé", "ééééééééé…"),
  ])
  func `a text is one line that is safe to show`(text: String, line: String) {
    #expect(text.oneLine(limit: 10) == line)
    #expect("<\(text)>".dropFirst().dropLast().oneLine(limit: 10) == line)
  }
}
