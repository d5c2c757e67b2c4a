import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct ConcealmentTests {
  /// The text with the value of its only key concealed.
  private func conceal(_ text: String) -> String {
    let report = Report(SourceText(file: "board.yml", kind: "board", text: text))
    guard case .mapping(let entries)? = YAMLReader.read(report)?.content,
      let scalar = entries.first?.value.scalar
    else { return "" }
    return report.source.concealing([scalar.range]).text
  }

  @Test(arguments: [
    ("a: bc # d", "a: •• # d"),
    ("a: b c\nd: e", "a: • •\nd: e"),
    ("a: 'b''c' # d", "a: •••••• # d"),
    (#"a: "b\"c" # d"#, "a: •••••• # d"),
    (#"a: "b\\" # d"#, "a: ••••• # d"),
    ("a: b\n  c\nd: b c", "a: •\n  •\nd: b c"),
    ("{a: 'b\n   c', d: e}", "{a: ••\n   ••, d: e}"),
    ("a: |\n  b\n\n  c\nd: e", "a: •\n  •\n\n  •\nd: e"),
    ("a: >-\n  b\n  c\nd: e", "a: ••\n  •\n  •\nd: e"),
    ("a: ''\nb: c", "a: ••\nb: c"),
    ("a: >\n\nb: c", "a: •\n\nb: c"),
    ("a: !b 'c'\nd: e", "a: •• •••\nd: e"),
    ("a: !b c\nd: e", "a: •• •\nd: e"),
  ])
  func `only the value is concealed`(text: String, expected: String) {
    #expect(conceal(text) == expected)
  }
}
