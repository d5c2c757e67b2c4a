import Board
import Inputs
import Testing

@Suite(.timeLimit(.minutes(15))) struct InputFilesSchemaTests {
  @Test func `inputs are a pattern, a list, or a mapping`() throws {
    let board = try Board.parse(
      """
      actions:
        a: { run: x, inputs: 'Sources/**' }
        b: { run: x, inputs: ['**', '!*.md'] }
        c: { run: x, inputs: { files: src, actions: [a, b], ignored: true, poll: 5s } }
        d: { run: x, enabled-if: c.fresh }
      """, file: "board.yml")
    #expect(board["a"]?.inputs?.patterns.map(\.text) == ["Sources/**"])
    #expect(board["b"]?.inputs?.patterns.map(\.text) == ["**", "!*.md"])
    let inputs = board["c"]?.inputs
    #expect(inputs?.actions == ["a", "b"])
    #expect(inputs?.includesIgnored == true)
    #expect(inputs?.poll == .seconds(5))
    #expect(board["d"]?.inputs == nil)
  }

  @Test func `a watch is true, false, or a mapping`() throws {
    let board = try Board.parse(
      """
      actions:
        a: { run: x, inputs: '**', watch: true }
        b: { run: x, inputs: '**', watch: false }
        c: { run: x, inputs: '**', watch: { debounce: 2s }, while-running: restart }
      """, file: "board.yml")
    #expect(board["a"]?.watch?.debounce == .milliseconds(300))
    #expect(board["b"]?.watch == nil)
    #expect(board["c"]?.watch?.debounce == .seconds(2))
  }

  @Test(arguments: [
    ("{run: x, watch: true}", "2:15: `watch` requires `inputs`"),
    ("{run: x, inputs: a, watch: yes}", "2:33: `watch` must be `true` or `false`"),
    ("{run: x, inputs: a, watch: {debounce: 0s}}", "2:44: `debounce` must be positive, and at most 1m"),
    ("{run: x, inputs: a, watch: {debounce: 2m}}", "2:44: `debounce` must be positive, and at most 1m"),
    (
      "{run: x, inputs: a, watch: true, every: 5s}",
      "2:26: `watch` cannot be combined with `every`: it starts by itself either way"
    ),
    ("{run: x, inputs: a, watch: true, confirm: true}", "2:26"),
    (
      "{run: x, inputs: a, watch: true, while-running: concurrent}",
      "2:39: a changed file would start another run beside the present one, so `while-running` must not be `concurrent`"
    ),
  ])
  func `mistakes in a watch`(action: String, expected: String) {
    let found = mistakes(inAction: "a: \(action)")
    #expect(found.count == 1 && found.first?.hasPrefix(expected) == true, "\(found)")
  }

  @Test(arguments: [
    ("{tcp: 'a:1', inputs: x}", "2:19: `inputs` requires `run`"),
    (
      "{run: x, inputs: '!x'}",
      "2:23: all patterns of `inputs` exclude files, so it has none | name the files first, as in ['**', '!*.md']"
    ),
    (
      "{run: x, inputs: /etc/x}",
      "2:23: `inputs`: patterns are relative to the board's file, and cannot begin with `/`"
    ),
    ("{run: x, inputs: {poll: 5s}}", "2:23: `inputs` needs `files` or `actions`"),
    ("{run: x, inputs: {files: a, poll: 500ms}}", "2:40: `poll` must be at least 1s"),
    ("{run: x, inputs: {actions: b}}", "2:33: `b` is not an action of this board"),
    (
      "{run: x, inputs: {actions: a}}",
      "2:33: `a` is made from its own result: a → a | `inputs.actions` must not lead back to the action"
    ),
    (
      "{run: x, enabled-if: a.fresh}",
      "2:27: `a` has no `inputs`, so it has no `.fresh` | a success that is not old is `!a.failed && a.age < 1d`"
    ),
  ])
  func `mistakes in inputs`(action: String, expected: String) {
    #expect(mistakes(inAction: "a: \(action)") == [expected])
  }
}
