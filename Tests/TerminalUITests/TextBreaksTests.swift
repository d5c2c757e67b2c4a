import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct TextBreaksTests {
  private func rows(_ text: String, _ width: Int) -> [String] {
    let bytes = Array(text.utf8)
    let offsets = TextBreaks.offsets(in: text, width: width)
    return zip(offsets, offsets.dropFirst() + [bytes.count]).map {
      String(decoding: bytes[$0..<$1], as: UTF8.self)
    }
  }

  @Test func `a text is broken where a row is full`() {
    #expect(rows("abcdefgh", 3) == ["abc", "def", "gh"])
    #expect(rows("abcdef", 3) == ["abc", "def"])
    #expect(rows("abc", 3) == ["abc"])
    #expect(rows("", 3) == [""])
  }

  @Test func `wide characters are not split`() {
    #expect(rows("a信号b信号", 4) == ["a信", "号b", "信号"])
    #expect(rows("信号", 1) == ["信", "号"])
  }

  @Test func `marks stay with their letters`() {
    #expect(rows("e\u{301}e\u{301}e\u{301}", 2) == ["e\u{301}e\u{301}", "e\u{301}"])
  }

  @Test func `a width of zero is treated as one`() {
    #expect(rows("ab", 0) == ["a", "b"])
    #expect(rows("ab", -5) == ["a", "b"])
  }
}
