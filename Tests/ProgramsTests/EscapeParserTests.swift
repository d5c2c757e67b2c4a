import Testing

@testable import Programs

@Suite(.timeLimit(.minutes(15))) struct EscapeParserTests {
  private func text(_ output: String) -> String {
    var decoder = OutputDecoder()
    var lines = decoder.decode(output.utf8).map(\.text)
    if let last = decoder.finish() { lines.append(last.text) }
    return lines.joined(separator: "|")
  }

  @Test(
    arguments: [
      "\u{1B}[0m", "\u{1B}[1;38;5;200m", "\u{1B}[>c", "\u{1B}[2 q", "\u{1B}[1~",
      "\u{1B}[38:2::1:2:3m", "\u{1B}]0;title\u{7}", "\u{1B}]0;tîtle 🚦\u{1B}\\",
      "\u{1B}]8;;https://example.org\u{1B}\\", "\u{1B}P1;2|data\u{1B}\\", "\u{1B}X string \u{1B}\\",
      "\u{1B}^ message \u{1B}\\", "\u{1B}_Ga=T,f=100;AAAA\u{1B}\\", "\u{1B}OP", "\u{1B}Nx", "\u{1B}(B",
      "\u{1B}#8", "\u{1B}%G", "\u{1B}7", "\u{1B}=", "\u{1B}\u{1B}[1m", "\u{9B}31m",
      "\u{9D}0;title\u{9C}", "\u{90}data\u{9C}", "\u{9F}data\u{1B}\\", "\u{8F}P", "\u{84}", "\u{1B}[1\u{7}m",
    ])
  func `a sequence leaves nothing behind`(sequence: String) {
    #expect(text("a" + sequence + "b") == "ab")
  }

  @Test func `the letters of a title that look like a terminator do not end it`() {
    // "Ü" is 0xC3 0x9C, and "✓" has 0x9C nearby: only U+009C itself ends a string.
    #expect(text("a\u{1B}]0;Üx✓y\u{7}b") == "ab")
  }

  @Test func `CAN ends a sequence`() {
    #expect(text("a\u{1B}[12\u{18}b") == "ab")
    #expect(text("a\u{1B}]0;title\u{1A}b") == "ab")
    #expect(text("a\u{1B}\u{18}b") == "ab")
  }

  @Test func `a letter that cannot belong to a sequence ends it`() {
    #expect(text("a\u{1B}[12üb") == "aüb")
    #expect(text("a\u{1B}üb") == "aüb")
    #expect(text("a\u{1B}Oüb") == "aüb")
  }

  @Test(
    arguments: ["\u{1B}", "\u{1B}[1;", "\u{1B}]0;title", "\u{1B}Pdata", "\u{1B}(", "\u{1B}O", "\u{9D}title"])
  func `the end of a line ends an incomplete sequence`(sequence: String) {
    #expect(text("a" + sequence + "\nb") == "a|b")
    #expect(text("a" + sequence + "\rb") == "a|b")
  }

  @Test(
    arguments: ["\u{1B}", "\u{1B}[1;", "\u{1B}]0;title", "\u{1B}Pdata\u{1B}", "\u{1B}(", "\u{1B}O"])
  func `an incomplete sequence at the end of the output leaves no text`(sequence: String) {
    #expect(text("a" + sequence) == "a")
  }
}
