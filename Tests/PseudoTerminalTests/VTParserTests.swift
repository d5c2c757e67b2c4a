import Testing

@testable import PseudoTerminal

@Suite(.timeLimit(.minutes(15))) struct VTParserTests {
  private func tokens(_ text: String) -> [VTParser.Token] { tokens(Array(text.utf8)) }

  private func tokens(_ bytes: [UInt8]) -> [VTParser.Token] {
    var parser = VTParser()
    return bytes.compactMap { parser.take($0) }
  }

  @Test func `text is a sequence of scalars`() {
    #expect(tokens("aé日😀") == [.scalar("a"), .scalar("é"), .scalar("日"), .scalar("😀")])
  }

  @Test func `invalid bytes are replaced`() {
    #expect(tokens([0xFF, 0x61]) == [.scalar("\u{FFFD}"), .scalar("a")])
  }

  @Test func `sequences have parameters`() {
    #expect(
      tokens("\u{1B}[1;;3H\u{1B}[m") == [
        .controlSequence(prefix: nil, numbers: [1, nil, 3], intermediates: "", final: "H"),
        .controlSequence(prefix: nil, numbers: [], intermediates: "", final: "m"),
      ])
  }

  @Test func `private sequences have a prefix`() {
    #expect(
      tokens("\u{1B}[?25l\u{1B}[!p") == [
        .controlSequence(prefix: "?", numbers: [25], intermediates: "", final: "l"),
        .controlSequence(prefix: nil, numbers: [], intermediates: "!", final: "p"),
      ])
  }

  @Test func `short sequences may have intermediates`() {
    #expect(
      tokens("\u{1B}(B\u{1B}=") == [
        .escape(intermediates: "(", final: "B"), .escape(intermediates: "", final: "="),
      ])
  }

  @Test func `strings have two terminators`() {
    #expect(tokens("\u{1B}]0;a\u{07}\u{1B}]2;b\u{1B}\\c") == [.string("0;a"), .string("2;b"), .scalar("c")])
  }

  @Test func `a device control string contains sequences until its end`() {
    let inside = "tmux;\u{1B}\u{1B}]9;a\u{07}"
    #expect(tokens("\u{1B}P\(inside)\u{1B}\\c") == [.deviceControl(inside), .scalar("c")])
  }
}
