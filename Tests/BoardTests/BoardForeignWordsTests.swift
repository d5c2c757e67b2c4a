import Board
import Configuration
import Testing

@Suite(.timeLimit(.minutes(15))) struct BoardForeignWordsTests {
  @Test(arguments: [
    ("command", "did you mean `run`?"), ("cmd", "did you mean `run`?"),
    ("depends_on", "did you mean `enabled-if`, as in `enabled-if: build.succeeded`?"),
    ("environment", "did you mean `env`?"), ("working_dir", "did you mean `dir`?"),
    ("workingDirectory", "did you mean `dir`?"), ("desc", "did you mean `description`?"),
    ("autostart", "did you mean `start: with-board`?"), ("enabled_if", "did you mean `enabled-if`?"),
  ])
  func `the words of other tools have a hint`(key: String, hint: String) {
    #expect(mistakes(inAction: "a: { run: x, \(key): x }") == ["2:16: unknown key `\(key)` | \(hint)"])
  }

  @Test func `so have those for a board`() {
    #expect(
      mistakes(in: "version: 3\nservices: {}\nactions: {a: {run: x}}\n") == """
        board.yml:1:1: error: unknown key `version`
        version: 3
        ^
        a board has no version: remove it
        board.yml:2:1: error: unknown key `services`
        services: {}
        ^
        did you mean `actions`?
        """)
  }

  @Test func `the keys are listed once`() {
    let error = #expect(throws: BoardError.self) {
      try Board.parse(
        "actions:\n  a: { run: x, colour: red }\n  b: { run: x, colour: red, cmd: x }\n  c: { tcp: { host: a, port: 1, colour: red } }\n",
        file: "board.yml")
    }
    let hints = error?.diagnostics.map { $0.hint ?? "" } ?? []
    #expect(hints.map { String($0.prefix(11)) } == ["known keys:", "", "did you mea", "known keys:"])
  }

  @Test(arguments: [
    ("make", "not `make` | did you mean `run: make`, in a line below?"),
    ("'a: b'", "not `a: b` | did you mean `run` with this text, in a line below?"),
    ("[make, all]", "not a list | did you mean `run` with this list, in a line below?"),
    ("", "but it has no value | an action needs its work, for instance `run: make` in a line below"),
  ])
  func `a command in place of an action has a hint`(value: String, expected: String) {
    #expect(
      mistakes(inAction: "a: \(value)").map { $0.drop { $0 != ":" }.dropFirst() }
        .map { $0.drop { $0 != ":" }.dropFirst(2) } == ["action `a` must be a mapping, \(expected)"])
  }

  @Test func `a list of actions has a hint`() {
    #expect(
      mistakes(in: "actions:\n- run: x\n").hasSuffix(
        "each action is a key with its options, as in `build: { run: make }`"))
  }
}
