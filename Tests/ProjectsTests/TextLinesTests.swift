import Testing

@testable import Projects

@Suite(.timeLimit(.minutes(15))) struct TextLinesTests {
  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("a\n\nb", ["a", "", "b"]), ("a\r\nb\r\n", ["a", "b", ""]),
    ("a\rb\r", ["a\rb\r"]), ("a\r\r\nb", ["a\r", "b"]), ("\u{FEFF}a\n\u{FEFF}", ["a", "\u{FEFF}"]),
    ("a\n\u{301}b", ["a", "\u{301}b"]), ("é\u{2028}ü\nx", ["é\u{2028}ü", "x"]),
  ])
  func `lines end as on any system`(text: String, lines: [String]) {
    #expect(text.lines.map(String.init) == lines)
  }
}
