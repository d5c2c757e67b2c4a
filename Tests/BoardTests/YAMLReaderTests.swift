import Testing

@testable import Board

/// What the text is before anybody asks what it means. The other places are in `BoardTests`.
@Suite(.timeLimit(.minutes(5))) struct YAMLReaderTests {
  private func read(_ text: String) -> (node: YAMLNode?, error: String) {
    let report = Report(SourceText(file: "board.yml", text: text))
    let node = YAMLReader.read(report)
    return (node, report.isEmpty ? "" : report.error.description)
  }

  private func scalars(_ node: YAMLNode?) -> [String] {
    switch node?.content {
    case .scalar(let scalar): [scalar.text]
    case .sequence(let elements): elements.flatMap(scalars)
    case .mapping(let entries): entries.flatMap { scalars($0.key) + scalars($0.value) }
    case nil: []
    }
  }

  @Test func valuesAreTextUntilSomebodyKnowsBetter() {
    let (node, error) = read("a: n\nb: 1\nc: true\nd: 'it''s'\ne: \"x\\ty\"\nf: |\n  g\n  h\n")

    #expect(error.isEmpty)
    #expect(scalars(node) == ["a", "n", "b", "1", "c", "true", "d", "it's", "e", "x\ty", "f", "g\nh\n"])
  }

  @Test func starsAndExclamationMarksInsideOfTextsAreThemselves() {
    let (node, error) = read("a: b*c! *d\n'*e': '*f'\n\"!g\": \"!h\"\ni: |\n  *j\n  !k\n")

    #expect(error.isEmpty)
    #expect(scalars(node) == ["a", "b*c! *d", "*e", "*f", "!g", "!h", "i", "*j\n!k\n"])
  }

  @Test func scalarsForPrivateUseAreThemselves() {
    let (node, error) = read("a: \u{100000}\nb: \u{100001}*\n")

    #expect(error.isEmpty)
    #expect(scalars(node) == ["a", "\u{100000}", "b", "\u{100001}*"])
  }

  @Test func aliasesAndAnchorsAreRefused() {
    #expect(
      read("a: &x [b]\nc: *x\n").error == """
        board.yml:1:4: error: a board has no anchors, such as `&x`
        a: &x [b]
           ^
        a text that begins with `&` must be quoted
        board.yml:2:4: error: a board has no aliases, such as `*x`
        c: *x
           ^
        a text that begins with `*` must be quoted
        """)
  }

  @Test func aGuardThatYAMLWouldTakeForATagIsToBeQuoted() {
    #expect(
      read("a: !b.running && c.succeeded\n").error == """
        board.yml:1:4: error: a text that begins with `!` must be quoted, or YAML takes it for a tag
        a: !b.running && c.succeeded
           ^
        write '!b.running && c.succeeded'
        """)
  }

  @Test func anAliasBombStaysSmall() {
    let bomb =
      "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
      + (1...30).map { level in
        "a\(level): &a\(level) [" + (0..<9).map { _ in "*a\(level - 1)" }.joined(separator: ", ") + "]\n"
      }.joined() + "? *a30\n: x\n"

    let report = Report(SourceText(file: "board.yml", text: bomb))
    _ = YAMLReader.read(report)

    #expect(report.error.diagnostics.count == 31 + 30 * 9 + 1)
  }

  @Test func deepNestingIsRefused() {
    let deep = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)

    #expect(read("a: " + deep).error.hasPrefix("board.yml:1:35: error: nested too deeply\n"))
    #expect(
      read(String(repeating: "[", count: 100_000)).error.hasPrefix(
        "board.yml:1:1: error: nested too deeply\n"))
  }

  @Test func everyControlCharacterIsReportedOnceForEachLine() {
    #expect(
      read("a: \u{1B}[0m\u{7}\nb: 1\nc: \u{0}\n").error == """
        board.yml:1:4: error: control character U+001B
        a: �[0m�
           ^
        board.yml:3:4: error: control character U+0000
        c: �
           ^
        """)
  }

  @Test func anEmptyFileIsNoNode() {
    #expect(read("").node == nil)
    #expect(read("# nothing\n").node == nil)
    #expect(read("# nothing\n").error.isEmpty)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [5, 20, 30])
  func `when no more duplicate keys are looked for, it is said`(count: Int) {
    let text = (1...count).map { "key\($0): 1\nkey\($0): 2\n" }.joined()
    let report = Report(SourceText(file: "board.yml", text: text))

    let node = YAMLReader.read(report)

    let messages = report.diagnostics.map(\.message)
    let end = "after 20 such keys no more are looked for, nor other mistakes"
    #expect((node == nil) == (count >= 20))
    #expect(messages.count == (count < 20 ? 0 : 21))
    #expect(messages.last == (count < 20 ? nil : end))
  }

  @Test func duplicatesThatCannotBeDisguisedAreReportedWithoutTheirFirst() {
    #expect(
      read("a:\n  [x]: 1\n  [x]: 2\n").error == """
        board.yml:2:3: error: this key is given more than once
          [x]: 1
          ^
        """)
  }
}
