import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct PasteBufferTests {
  private func text(_ pasted: String) -> String {
    var buffer = PasteBuffer()
    for byte in pasted.utf8 { buffer.append(byte) }
    return buffer.text
  }

  @Test func `line ends are normalized`() {
    #expect(text("a\r\nb\rc\nd") == "a\nb\nc\nd")
  }

  @Test func `tabs are kept and other control characters removed`() {
    #expect(text("a\u{03}b\tc\u{7F}\u{9B}é") == "ab\tcé")
  }

  @Test func `a long paste is truncated`() {
    #expect(text(String(repeating: "x", count: PasteBuffer.limit + 10)).count == PasteBuffer.limit)
  }

  @Test func `invalid UTF-8 is removed`() {
    var buffer = PasteBuffer()
    for byte: UInt8 in [0x61, 0xFF, 0x62] { buffer.append(byte) }
    #expect(buffer.text == "ab")
  }
}
