import TerminalUI
import Testing

@testable import Programs

@Suite(.timeLimit(.minutes(15))) struct TerminalLinesTests {
  private static let size = Size(width: 20, height: 5)

  /// What a terminal receives for each chunk of an output.
  private func texts(_ chunks: String..., hasColor: Bool = true, size: Size? = Self.size) -> [String] {
    var decoder = OutputDecoder()
    var printed = TerminalLines()
    return chunks.map { chunk in
      let lines = decoder.decode(chunk.replacing("\\e", with: "\u{1B}").utf8)
      return String(decoding: printed.text(of: lines, hasColor: hasColor, size: size), as: UTF8.self)
        .replacing("\u{1B}", with: "\\e").replacing("\r", with: "\\r")
    }
  }

  @Test func `a line ends without a colour`() {
    #expect(texts("a\\e[31mb\\e[0mc\nplain\n") == ["a\\e[0;31mb\\e[0mc\nplain\n"])
    #expect(texts("\\e[1;4;38;5;200mü\n") == ["\\e[0;1;4;38;5;200mü\\e[0m\n"])
    #expect(texts("a\\e[31mb\\e[0mc\n", hasColor: false) == ["abc\n"])
  }

  @Test func `of lines that arrive together and replace each other the last one is printed`() {
    #expect(texts("1\n2\n\\e[2A\\e[32mone\n\\e[0m\\e[K\n") == ["\\e[0;32mone\\e[0m\n\n"])
  }

  @Test func `a line that is replaced changes in place`() {
    #expect(texts("1 of 2\r", "2 of 2\n") == ["1 of 2\n", "\\e[1A\\r\\e[K2 of 2\\e[1B\\r"])
    #expect(
      texts("a\nb\n", "\\e[2AA\\e[2B\r", "c\n")
        == ["a\nb\n", "\\e[2A\\r\\e[KA\\e[2B\\r", "c\n"])
  }

  @Test func `a line that is replaced and a new one can arrive together`() {
    #expect(texts("10%\r", "20%\nnext\n") == ["10%\n", "\\e[1A\\r\\e[K20%\\e[1B\\rnext\n"])
  }

  @Test func `an erased line becomes blank`() {
    #expect(texts("busy\r", "\\e[K\n") == ["busy\n", "\\e[1A\\r\\e[K\\e[1B\\r"])
  }

  @Test func `a line that has left the screen, takes several rows or became longer is printed again`() {
    #expect(texts("a\nb\nc\nd\ne\n", "\\e[5AA\n").last == "A\n")
    #expect(
      texts("a\n\(String(repeating: "b", count: 21))\n", "\\e[3AA\n").last == "\\e[3A\\r\\e[KA\\e[3B\\r")
    let long = String(repeating: "x", count: 21)
    #expect(texts("a\r", "\(long)\n").last == "\(long)\n")
  }

  @Test func `without a known size lines are printed one after the other`() {
    #expect(texts("1\r", "2\n", size: nil) == ["1\n", "2\n"])
  }

  @Test func `what is above other output stays as it is`() {
    var printed = TerminalLines()
    _ = printed.text(of: [OutputLine("1")], hasColor: false, size: Self.size)
    printed.forget()
    let text = printed.text(of: [OutputLine("2", replaces: 1)], hasColor: false, size: Self.size)
    #expect(String(decoding: text, as: UTF8.self) == "2\n")
  }
}
