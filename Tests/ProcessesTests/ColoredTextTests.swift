import Testing

@testable import Processes

@Suite(.timeLimit(.minutes(15))) struct ColoredTextTests {
  private func text(_ output: String) -> String {
    var decoder = OutputDecoder()
    let lines = decoder.decode(output.replacing("\\e", with: "\u{1B}").utf8)
    return String(decoding: ColoredText.of(lines), as: UTF8.self).replacing("\u{1B}", with: "\\e")
  }

  @Test func `a line ends without a colour`() {
    #expect(text("a\\e[31mb\\e[0mc\nplain\n") == "a\\e[0;31mb\\e[0mc\nplain\n")
    #expect(text("\\e[1;4;38;5;200mü\n") == "\\e[0;1;4;38;5;200mü\\e[0m\n")
  }

  @Test func `of lines that replace each other the last one is printed`() {
    #expect(text("1\n2\n\\e[2A\\e[32mone\n\\e[0m\\e[K\n") == "\\e[0;32mone\\e[0m\n\n")
  }
}
