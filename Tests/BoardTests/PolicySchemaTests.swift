import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct PolicySchemaTests {
  @Test(arguments: [
    ("1s", 1, 1), ("1s..30s", 1, 30), ("2s..1m", 2, 60), ("1m30s..2m", 90, 120),
  ])
  func `backoff is one duration or a range`(text: String, first: Int, last: Int) throws {
    let board = try Board.parse(
      "actions: {a: {run: x, retry: {attempts: 2, backoff: \(text)}}}", file: "board.yml")

    #expect(
      board["a"]?.retry == RetryPolicy(attempts: 2, backoff: .seconds(first)...(.seconds(last))))
  }

  @Test func `a command is stopped by SIGTERM and has ten seconds`() throws {
    let board = try Board.parse("actions: {a: {run: x}}", file: "board.yml")

    #expect(board["a"]?.stop == StopPolicy(signal: nil, grace: .seconds(10)))
  }

  @Test func `a board says how a command is stopped`() throws {
    let board = try Board.parse(
      "actions: {a: {run: x, stop: {signal: INT, grace: 30s, command: ./stop.sh}}}", file: "board.yml")

    #expect(
      board["a"]?.stop
        == StopPolicy(signal: .interrupt, grace: .seconds(30), command: .shell("./stop.sh")))
  }

  @Test(arguments: [
    (
      "{signal: SIGINT}",
      "2:30: `signal` must be one of `HUP`, `INT`, `QUIT`, `ABRT`, `KILL`, `USR1`, `USR2`, `TERM`, `WINCH`, not `SIGINT`"
        + " | did you mean `INT`?"
    ),
    ("{grace: 0s}", "2:29: `grace` must be longer than 0s"),
    ("{command: ''}", "2:31: `command` has no command"),
  ])
  func `mistakes in a stop`(value: String, expected: String) {
    #expect(mistakes(inAction: "a: {run: x, stop: \(value)}") == [expected])
  }

  @Test func `only commands are stopped`() {
    #expect(mistakes(inAction: "a: {tcp: 'a:1', stop: {signal: INT}}") == ["2:19: `stop` requires `run`"])
  }

  @Test func `backoff has a default`() throws {
    let board = try Board.parse("actions: {a: {run: x, retry: {attempts: 2}}}", file: "board.yml")

    #expect(board["a"]?.retry == RetryPolicy(attempts: 2, backoff: .seconds(1)...(.seconds(30))))
  }

  @Test(arguments: [
    ("{}", "2:22: `retry` needs `attempts`"),
    (
      "3",
      "2:22: `retry` must be a mapping, not `3` | write `retry: { attempts: 3 }`: the first attempt counts"
    ),
    (
      "{attempts: 1}",
      "2:33: `attempts` must be at least 2 | the first attempt counts: 2 means one retry"
    ),
    ("{attempts: 0}", "2:33: `attempts` must be a whole number from 2 to 1000, not `0`"),
    (
      "{attempts: 2, backoff: 1s-30s}",
      "2:45: `backoff` must be a duration or a range such as 1s..30s, not `1s-30s`"
        + " | did you mean `1s..30s`?"
    ),
    (
      "{attempts: 2, backoff: 1 to 30 s}",
      "2:45: `backoff` must be a duration or a range such as 1s..30s, not `1 to 30 s`"
        + " | did you mean `1s..30s`?"
    ),
    (
      "{attempts: 2, backoff: 1s..2s..3s}",
      "2:45: `backoff` must be a duration or a range such as 1s..30s, not `1s..2s..3s`"
    ),
    ("{attempts: 2, backoff: 30s..1s}", "2:45: `backoff` must have the shorter duration first"),
    ("{attempts: 2, backoff: 0s..1s}", "2:45: `backoff` must be longer than 0s"),
  ])
  func `mistakes in a retry`(value: String, expected: String) {
    #expect(mistakes(inAction: "a: {run: x, retry: \(value)}") == [expected])
  }

  @Test(arguments: [
    ("{}", "2:30: `while-running` needs `queue` or `concurrent`"),
    ("{queue: 1, concurrent: 1}", "2:41: `concurrent` cannot be combined with `queue`"),
    ("{queue: 0}", "2:38: `queue` must be a whole number from 1 to 1000000, not `0`"),
    (
      "[queue]", "2:30: `while-running` must be one of `reject`, `queue`, `restart`, `concurrent`, not a list"
    ),
  ])
  func `mistakes in a limit`(value: String, expected: String) {
    #expect(mistakes(inAction: "a: {run: x, while-running: \(value)}") == [expected])
  }

  @Test(arguments: [
    ("every: 99ms", "2:22: `every` must be at least 100ms"),
    (
      "every: 10",
      "2:22: `every` must be a duration such as 250ms, 5s, 10m or 1h30m, not `10` | did you mean `10s`?"
    ),
    (
      "every: 1s, confirm: Sure?",
      "2:15: `every` cannot be combined with `confirm`: a repeated run cannot ask a question"
    ),
    (
      "failures-before-error: 0",
      "2:38: `failures-before-error` must be a whole number from 1 to 1000000, not `0`"
    ),
    ("quiet: yes", "2:22: `quiet` must be `true` or `false`, not `yes` | did you mean `true`?"),
    ("quiet: 1", "2:22: `quiet` must be `true` or `false`, not `1`"),
  ])
  func `mistakes in a repeat`(value: String, expected: String) {
    #expect(mistakes(inAction: "a: {run: x, \(value)}") == [expected])
  }
}
