import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct DiagnosticTests {
  @Test func `the description has the format of compilers`() {
    let source = SourceText(
      file: "signalbox.yml", kind: "board", text: "actions:\n  build:\n    enabled_if: a.succeeded\n")

    let diagnostic = Diagnostic(
      source: source, location: TextLocation(line: 3, column: 5), message: "unknown key `enabled_if`",
      hint: "did you mean `enabled-if`?")

    #expect(
      diagnostic.description == """
        signalbox.yml:3:5: error: unknown key `enabled_if`
            enabled_if: a.succeeded
            ^
        did you mean `enabled-if`?
        """)
  }

  @Test func `a mistake of the whole file has no location`() {
    let diagnostic = Diagnostic(file: "a.yml", message: "cannot be read: No such file or directory")

    #expect(diagnostic.description == "a.yml: error: cannot be read: No such file or directory")
    #expect(diagnostic.location == nil)
  }
}
