import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct PatternSchemaTests {
  private func progress(_ text: String) throws -> ProgressPattern? {
    try Board.parse("actions: {a: {run: x, progress: \(text)}}", file: "board.yml")["a"]?.progress
  }

  @Test func `progress is an expression or a path`() throws {
    let done = try JSONPath("$.done")

    try expectEqual(progress(#"'(\d+)%'"#), ProgressPattern(#"(\d+)%"#))
    try expectEqual(progress("{json: $.done}"), ProgressPattern(done))
    try expectEqual(progress("{json: $.done, of: 1}"), ProgressPattern(done, of: .number(1)))
    try expectEqual(
      progress("{json: $.done, of: $.total}"), ProgressPattern(done, of: .path(JSONPath("$.total"))))
  }

  @Test(arguments: [
    (
      "progress: {}",
      #"2:25: `progress` needs `json` | a regular expression is the value itself, such as '(\d+)%'"#
    ),
    (
      "status: {}",
      #"2:23: `status` needs `json` | a regular expression is the value itself, such as '(\d+)%'"#
    ),
    (
      "progress: {json: done}",
      "2:32: a path must start with `$` | for instance `$.done` or `$.steps[0].name`"
    ),
    ("progress: {json: $.a..b}", "2:36: a name is missing after `.`"),
    (
      "status: {json: '$[''a'']'}",
      "2:33: brackets must contain a number, as in `[0]` | write a name after a dot"
    ),
    (
      "progress: {json: $.a, of: 0}",
      "2:41: `of` must be a path such as $.total, or a number above 0, not `0`"
    ),
    ("progress: {json: $.a, of: $.b c}", "2:44: unexpected ` ` | only `.name` and `[n]` can follow `$`"),
    ("status: {json: $.a, of: 1}", "2:35: unknown key `of` | known keys: `json`"),
    ("progress: [a]", "2:25: `progress` must be a regular expression, not a list"),
  ])
  func `mistakes in patterns`(pattern: String, expected: String) {
    #expect(mistakes(inAction: "a: {run: x, \(pattern)}") == [expected])
  }

  @Test func `patterns require work with output`() {
    #expect(
      mistakes(inAction: "a: {tcp: 'a:1', status: '(.)', progress: '(.)'}") == [
        "2:19: `status` requires `run` or `http`",
        "2:34: `progress` requires `run` or `http`",
      ])
  }
}
