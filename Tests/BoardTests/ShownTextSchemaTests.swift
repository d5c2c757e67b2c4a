import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct ShownTextSchemaTests {
  private static let hint = " | it must be one line of plain text"

  @Test(arguments: [
    (#"a: {run: x, title: "b\e]0;c\a"}"#, "2:24: `title` contains the control character U+001B"),
    (#"a: {run: x, confirm: "\tb"}"#, "2:25: `confirm` contains the control character U+0009"),
    (#"a: {run: x, confirm: "b\nc"}"#, "2:26: `confirm` contains the line break U+000A"),
    (#"a: {run: x, buttons: [{input: "b\u009B"}]}"#, "2:35: `input` contains the control character U+009B"),
    (
      #"a: {run: x, buttons: [{input: b, title: "\u202Ec"}]}"#,
      "2:44: `title` contains the bidirectional control U+202E"
    ),
    (
      #"a: {simulate: {duration: 1s, value: "\u2066"}}"#,
      "2:40: `value` contains the bidirectional control U+2066"
    ),
    (
      #"a: {simulate: {duration: 1s, fail-every: 1, failure: "\L"}}"#,
      "2:57: `failure` contains the line break U+2028"
    ),
    ("a: {run: x, title: b\u{200F}c}", "2:23: `title` contains the bidirectional control U+200F"),
  ])
  func `what is shown is plain text`(action: String, mistake: String) {
    #expect(mistakes(inAction: action) == [mistake + Self.hint])
  }

  @Test func `the title of a board is shown too`() {
    #expect(
      mistakes(in: "title: \"\\u061C\"\nactions: {a: {run: x}}").hasPrefix(
        "board.yml:1:9: error: `title` contains the bidirectional control U+061C\n"))
  }

  @Test func `a tab in a title is a space`() throws {
    let board = try Board.parse(
      #"{title: "a\tb", actions: {a: {run: x, title: "c\td", group: "e\t"}}}"#, file: "board.yml")
    #expect(board.title == "a b")
    #expect(board.actions.map(\.title) == ["c d"])
    #expect(board.actions.map(\.notes.group) == ["e "])
  }

  @Test(arguments: [
    ("true", "Start it?"), ("false", nil), ("'true'", "true"), ("yes", "yes"), ("Really?", "Really?"),
  ])
  func `true is the general question and false is none`(confirm: String, question: String?) throws {
    let board = try Board.parse("actions: {a: {run: x, confirm: \(confirm)}}", file: "board.yml")
    #expect(board["a"]?.confirmation == question)
  }

  @Test func `the lines of a block can be joined`() {
    #expect(
      mistakes(inAction: "a:\n    run: x\n    confirm: |\n      Now?\n") == [
        "4:14: `confirm` contains the line break U+000A | it must be one line; `>-` joins the lines of a block"
      ])
    #expect(mistakes(inAction: "a:\n    run: x\n    confirm: >-\n      Really\n      now?\n") == [])
  }

  @Test(arguments: [
    (#"'a.value == "b"#, #"c"'"#, "\u{202E}", "the bidirectional control U+202E"),
    (#"'a.value == "b"#, #"c"'"#, "\u{2029}", "the line break U+2029"),
    (#""a.value == 'b"#, #"c'""#, #"\e"#, "the control character U+001B"),
  ])
  func `so are the texts of a guard`(begin: String, end: String, inside: String, name: String) {
    let column = 2 + "a: {run: x, enabled-if: ".count + begin.count + 1
    #expect(
      mistakes(inAction: "a: {run: x, enabled-if: \(begin)\(inside)\(end)}") == [
        "2:\(column): the text contains \(name)\(Self.hint)"
      ])
  }

  @Test func `what is not shown may be any text`() {
    #expect(mistakes(inAction: #"a: {run: "printf '\e[31m\u202E'", env: {A: "\a"}}"#) == [])
  }
}
