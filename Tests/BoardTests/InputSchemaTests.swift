import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct InputSchemaTests {
  @Test func `an input has a prompt and may have a pattern`() throws {
    let board = try Board.parse(
      #"actions: {a: {run: x, input: Version}, b: {run: x, input: {prompt: P, matches: '^\d+'}}, c: {run: x}}"#,
      file: "board.yml")
    #expect(board["a"]?.form == .text(InputDefinition(prompt: "Version")))
    try expectEqual(board["b"]?.form, .text(InputDefinition(prompt: "P", matches: LinePattern(#"^\d+"#))))
    #expect(board["c"]?.form == InputForm.none)
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

  @Test(
    arguments: [
      ("run: x, input: [{}]", "2:23: an element of `input` needs `name`"),
      ("run: x, input: []", "2:22: `input` is empty"),
      ("run: x, input: [{name: a}, {name: a}]", "2:34: the input `a` is also in line 2"),
      (
        "run: x, input: [{name: a-b}, {name: A_b}]",
        "2:36: the inputs `A_b` and `a-b` would be the same variable, `INPUT_A_B`"
      ),
      (
        "run: x, input: [{name: a b}]",
        "2:30: `a b` is not a valid name for an input | use letters, digits, `-` and `_`, and do not begin with `-`; `prompt` can be any text"
      ),
      ("run: x, input: [{name: a, choices: [x], default: y}]", "2:47: `default` must be one of `x`"),
      ("run: x, input: [{name: a, matches: '^b', default: c}]", "2:48: `default` does not match `^b`"),
      ("run: x, input: [{name: a, choices: [x, x]}]", "2:33: a text is in `choices` twice"),
      (
        "run: x, input: [{name: a, choices: [x], matches: x}]",
        "2:47: `matches` has no effect: `choices` are the only texts"
      ),
      (
        "run: x, input: [{name: a, choices: [x], many: true}]",
        "2:47: one of `choices` is entered, so there cannot be `many`"
      ),
      (
        "run: x, input: [{name: a, hidden: true, default: x}]",
        "2:47: a secret is only entered, so `hidden` cannot have `default`"
      ),
      (
        "run: [x, {input: a}]",
        "2:17: there is no input `a` | `input: [{ name: a, prompt: … }]` gives the action inputs with names"
      ),
      (
        "run: [x, {input: a}], input: A",
        "2:17: there is no input `a` | `input: [{ name: a, prompt: … }]` gives the action inputs with names"
      ),
      ("run: [x, {input: evn}], input: [{name: env}]", "2:17: there is no input `evn` | did you mean `env`?"),
      (
        "run: [x, {input: a}], input: [{name: a, hidden: true}]",
        "2:17: the input `a` is hidden, and arguments are visible in the list of processes | the command has it as the variable `INPUT_A`"
      ),
      (
        "run: 'x { input: a }', input: [{name: a}]",
        "2:12: `{ input: a }` is an argument of a list, and `run` is text | write `\"$INPUT_A\"`"
      ),
      (
        "run: [{input: a}], input: [{name: a}]",
        "2:13: the program of `run` cannot be entered | it is the first element of the list"
      ),
      ("run: [x, {inptu: a}], input: [{name: a}]", "2:16: an argument of `run` needs `input`"),
    ] as [(String, String)])
  func `mistakes in several inputs are at their places`(options: String, expected: String) {
    let found = mistakes(inAction: "a: {\(options)}")
    #expect(found.first == expected, "\(found)")
  }

  @Test func `a text for a shell may look like an argument where no input has that name`() throws {
    let board = "a: {run: 'jq \"{input: x}\"', input: [{name: a}]}"
    #expect(mistakes(inAction: board).isEmpty)
    #expect(mistakes(inAction: "a: {run: 'jq \"{input: a}\"'}").isEmpty)
  }

  @Test func `only the command of an action has inputs`() {
    for option in ["stop: {command: [x, {input: a}]}", "notify: {when: failed, command: [x, {input: a}]}"] {
      #expect(mistakes(inAction: "a: {run: x, input: [{name: a}], \(option)}").count == 1, "\(option)")
    }
  }
}
