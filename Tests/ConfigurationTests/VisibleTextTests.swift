import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct VisibleTextTests {
  /// The scalars with the Unicode property Bidi_Control.
  private let bidirectional: [ClosedRange<UInt32>] = [
    0x61C...0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,
  ]

  @Test func `what a terminal acts on or what changes the direction of writing is replaced`() throws {
    let controls: [ClosedRange<UInt32>] = [0...0x1F, 0x7F...0x9F, 0x2028...0x2029]
    for value in (controls + bidirectional).joined() {
      let scalar = try #require(Unicode.Scalar(value))
      #expect("a\(scalar)b".visible() == "a\u{FFFD}b", "\(scalar.codePoint)")
    }
  }

  @Test(arguments: ["", "plain ASCII ~", "é 日本 👩‍👩‍👧 שלום مرحبا", "e\u{301}", "\u{AD}\u{A0}\u{200D}\u{FFFD}"])
  func `other text stays as it is`(text: String) {
    #expect(text.visible() == text)
  }

  @Test func `a text of several lines keeps its line ends and tabs`() {
    #expect("a\n\tb\r\n\u{1B}".visible(severalLines: true) == "a\n\tb\u{FFFD}\n\u{FFFD}")
    #expect("a\n\tb".visible() == "a\u{FFFD}\u{FFFD}b")
  }

  @Test func `a diagnostic is safe to show whatever it quotes`() {
    let report = Report(SourceText(file: "a\u{1B}[31m\n.yml", kind: "board", text: "b: \u{202E}c\n"))
    report.mistake("wrong \(quoted("\u{9B}"))", at: TextLocation(line: 1, column: 5))

    #expect(
      report.diagnostics.map(\.description)
        == ["a\u{FFFD}[31m\u{FFFD}.yml:1:5: error: wrong `\u{FFFD}`\nb: \u{FFFD}c\n    ^"])
  }
}
