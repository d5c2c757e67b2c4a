import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct ReportTests {
  @Test func `mistakes are unique, in the order of the file`() {
    let report = Report(SourceText(file: "board.yml", kind: "board", text: "a\nb\n"))

    report.mistake("third", at: TextLocation(line: 2, column: 1))
    report.mistake("first", at: TextLocation(line: 1, column: 1))
    report.mistake("second", at: TextLocation(line: 1, column: 1))
    report.mistake("third", at: TextLocation(line: 2, column: 1))

    #expect(report.diagnostics.map(\.message) == ["first", "second", "third"])
  }

  @Test(arguments: [false, true])
  func `the first mistakes are shown and the others counted, in whatever order they come`(isReversed: Bool) {
    let lines = 1...350
    let report = Report(
      SourceText(file: "board.yml", kind: "board", text: String(repeating: "a\n", count: lines.count)))
    for number in isReversed ? Array(lines.reversed()) : Array(lines) {
      for _ in 1...2 { report.mistake("mistake \(number)", at: TextLocation(line: number, column: 1)) }
    }

    let diagnostics = report.diagnostics
    #expect(diagnostics.prefix(100).map(\.message) == (1...100).map { "mistake \($0)" })
    #expect(diagnostics.count == 101)
    #expect(
      diagnostics.last?.description == "board.yml: error: and 250 more mistakes: these are the first 100")
  }

  @Test func `a hundred mistakes are all`() {
    let report = Report(SourceText(file: "board.yml", kind: "board", text: "a"))
    for number in 1...100 { report.mistake("\(number)", at: TextLocation(line: 1, column: 1)) }
    #expect(report.diagnostics.count == 100)
    report.mistake("101", at: TextLocation(line: 1, column: 1))
    #expect(report.diagnostics.last?.message == "and 1 more mistake: these are the first 100")
  }

  @Test func `a location outside of the text is moved to the nearest one inside`() {
    let report = Report(SourceText(file: "board.yml", kind: "board", text: "a\nbc"))

    report.mistake("before", at: TextLocation(line: 0, column: 0))
    report.mistake("beside", at: TextLocation(line: 1, column: 9))
    report.mistake("after", at: TextLocation(line: 3, column: 1))

    #expect(
      report.diagnostics.map(\.location) == [
        TextLocation(line: 1, column: 1), TextLocation(line: 1, column: 2), TextLocation(line: 2, column: 3),
      ])
  }

  @Test func `secrets are concealed in mistakes that were reported before`() {
    let report = Report(SourceText(file: "board.yml", kind: "board", text: "a: secret\n"))

    report.mistake("wrong", at: TextLocation(line: 1, column: 1))
    report.conceal(YAMLScalar(text: "secret", style: .plain, range: 3..<9))

    #expect(report.diagnostics.map(\.sourceLine) == ["a: ••••••"])
  }

  @Test func `quoted text is one short line`() {
    #expect(quoted("a\nb\u{1B}\u{202E}") == "`a�b��`")
    #expect(quoted(String(repeating: "x", count: 70)) == "`" + String(repeating: "x", count: 60) + "…`")
    #expect(quoted(String(repeating: "\u{9B}", count: 70)) == "`" + String(repeating: "�", count: 60) + "…`")
  }
}
