import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct InputSchemaTests {
  @Test func `an input has a prompt and may have a pattern`() throws {
    let board = try Board.parse(
      #"actions: {a: {run: x, input: Version}, b: {run: x, input: {prompt: P, matches: '^\d+'}}, c: {run: x}}"#,
      file: "board.yml")
    #expect(board["a"]?.input == InputDefinition(prompt: "Version"))
    #expect(board["b"]?.input == InputDefinition(prompt: "P", matches: try LinePattern(#"^\d+"#)))
    #expect(board["c"]?.input == nil)
  }

  @Test(arguments: [
    ("{tcp: 'a:1', input: V}", "2:19: `input` requires `run`"),
    (
      "{run: x, input: V, buttons: [{input: a}]}",
      "2:15: `input` cannot be combined with `buttons`: each button has an input of its own"
    ),
    (
      "{run: x, input: V, every: 1s}",
      "2:25: `every` cannot be combined with `input`: a repeated run has no input"
    ),
    (
      "{run: x, input: V, start: with-board}",
      "2:25: `start` cannot be combined with `input`: a start by itself has no input"
    ),
    ("{run: x, input: {}}", "2:22: `input` needs `prompt`"),
    (
      #"{run: x, input: "a\nb"}"#,
      "2:24: `input` contains the line break U+000A | it must be one line of plain text"
    ),
  ])
  func `mistakes in an input`(action: String, expected: String) {
    #expect(mistakes(inAction: "a: \(action)") == [expected])
  }

  @Test func `a pattern must be a regular expression`() {
    let found = mistakes(inAction: "a: {run: x, input: {prompt: V, matches: '('}}")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("2:43: `matches` is not a valid regular expression") == true)
  }
}
