import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct SourceTextTests {
  @Test func `lines end where YAML ends them`() {
    let text = SourceText(file: "board.yml", kind: "board", text: "a\nb\r\nc\rd\u{2028}e\n")

    let lines = (1...6).map { String(String.UnicodeScalarView(text.line($0))) }

    #expect(lines == ["a", "b", "c", "d", "e", ""])
    #expect(text.lineCount == 6)
  }

  @Test func `columns count Unicode scalars`() {
    let text = SourceText(file: "board.yml", kind: "board", text: "x\n日本e\u{301}!")

    #expect(text[TextLocation(line: 2, column: 2)] == "本")
    #expect(text[TextLocation(line: 2, column: 5)] == "!")
  }

  @Test func `a location outside of the text has no scalar`() {
    let text = SourceText(file: "board.yml", kind: "board", text: "ab\nc")

    #expect(text[TextLocation(line: 1, column: 3)] == nil)
    #expect(text[TextLocation(line: 3, column: 1)] == nil)
    #expect(text[TextLocation(line: 0, column: 0)] == nil)
    #expect(text.line(3).isEmpty)
  }

  @Test func `a byte order mark is not part of the first line`() {
    let text = SourceText(file: "board.yml", kind: "board", text: "\u{FEFF}title: x")

    #expect(text[TextLocation(line: 1, column: 1)] == "t")
  }

  @Test func `the end is after the last character`() {
    let text = SourceText(file: "board.yml", kind: "board", text: "ab\nc")

    #expect(text.isEnd(TextLocation(line: 2, column: 2)))
    #expect(text.isEnd(TextLocation(line: 3, column: 1)))
    #expect(!text.isEnd(TextLocation(line: 2, column: 1)))
    #expect(!text.isEnd(TextLocation(line: 1, column: 3)))
  }
}
