import Testing

@testable import Board

@Suite(.timeLimit(.minutes(5))) struct ConcealmentTests {
  /// The text with the value of its only key concealed.
  private func conceal(_ text: String) -> String {
    let report = Report(SourceText(file: "board.yml", text: text))
    guard case .mapping(let entries)? = YAMLReader.read(report)?.content, let value = entries.first?.value,
      let scalar = value.scalar
    else { return "" }
    let range = report.source.indices(of: scalar, at: value.location)
    return String(String.UnicodeScalarView(report.source.concealing([range]).scalars))
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
    ("a: >\n\nb: c", "a: >\n\nb: c"),
  ])
  func theValueIsConcealedAndNothingElse(text: String, expected: String) {
    #expect(conceal(text) == expected)
  }
}
