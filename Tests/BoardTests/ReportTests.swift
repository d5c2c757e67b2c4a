import Testing

@testable import Board

@Suite(.timeLimit(.minutes(5))) struct ReportTests {
  @Test func mistakesComeInTheOrderOfTheFileEachOnce() {
    let report = Report(SourceText(file: "board.yml", text: "a\nb\n"))

    report.mistake("third", at: TextLocation(line: 2, column: 1))
    report.mistake("first", at: TextLocation(line: 1, column: 1))
    report.mistake("second", at: TextLocation(line: 1, column: 1))
    report.mistake("third", at: TextLocation(line: 2, column: 1))

    #expect(report.error.diagnostics.map(\.message) == ["first", "second", "third"])
  }

  @Test func secretsAreConcealedInMistakesFoundBefore() {
    let report = Report(SourceText(file: "board.yml", text: "a: secret\n"))

    report.mistake("wrong", at: TextLocation(line: 1, column: 1))
    report.conceal(YAMLScalar(text: "secret", style: .plain), at: TextLocation(line: 1, column: 4))

    #expect(report.error.diagnostics.map(\.sourceLine) == ["a: ••••••"])
  }

  @Test func quotedTextIsOneShortLine() {
    #expect(quoted("a\nb\u{1B}\u{202E}") == "`a�b��`")
    #expect(quoted(String(repeating: "x", count: 70)) == "`" + String(repeating: "x", count: 60) + "…`")
    #expect(quoted(String(repeating: "\u{9B}", count: 70)) == "`" + String(repeating: "�", count: 60) + "…`")
  }
}
