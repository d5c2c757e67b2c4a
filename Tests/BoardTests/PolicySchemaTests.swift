import Board
import Testing

@Suite(.timeLimit(.minutes(5))) struct PolicySchemaTests {
  @Test(arguments: [
    ("1s", 1, 1), ("1s..30s", 1, 30), ("2s..1m", 2, 60), ("1m30s..2m", 90, 120),
  ])
  func backoffIsOneDurationOrARange(text: String, first: Int, last: Int) throws {
    let board = try Board.parse(
      "actions: {a: {run: x, retry: {attempts: 2, backoff: \(text)}}}", file: "board.yml")

    #expect(
      board["a"]?.retry == RetryPolicy(attempts: 2, backoff: .seconds(first)...(.seconds(last))))
  }

  @Test func backoffHasADefault() throws {
    let board = try Board.parse("actions: {a: {run: x, retry: {attempts: 2}}}", file: "board.yml")

    #expect(board["a"]?.retry == RetryPolicy(attempts: 2, backoff: .seconds(1)...(.seconds(30))))
  }

  @Test(arguments: [
    ("{}", "2:22: `retry` needs `attempts`"),
    ("3", "2:22: `retry` must be a mapping, not `3`"),
    (
      "{attempts: 1}",
      "2:33: one attempt is no retry | the first attempt counts: with 2 it is tried again once"
    ),
    ("{attempts: 0}", "2:33: `attempts` must be a whole number from 2 to 1000, not `0`"),
    (
      "{attempts: 2, backoff: 1s-30s}",
      "2:45: `backoff` must be a duration or a range of them such as 1s..30s, not `1s-30s`"
        + " | did you mean `1s..30s`?"
    ),
    (
      "{attempts: 2, backoff: 1 to 30 s}",
      "2:45: `backoff` must be a duration or a range of them such as 1s..30s, not `1 to 30 s`"
        + " | did you mean `1s..30s`?"
    ),
    (
      "{attempts: 2, backoff: 1s..2s..3s}",
      "2:45: `backoff` must be a duration or a range of them such as 1s..30s, not `1s..2s..3s`"
    ),
    ("{attempts: 2, backoff: 30s..1s}", "2:45: `backoff` must not fall"),
    ("{attempts: 2, backoff: 0s..1s}", "2:45: `backoff` must be longer than nothing"),
  ])
  func mistakesInARetry(value: String, expected: String) {
    #expect(mistakes(inAction: "a: {run: x, retry: \(value)}") == [expected])
  }

  @Test(arguments: [
    ("{}", "2:30: `while-running` with a limit is either `queue` or `concurrent`"),
    (
      "{queue: 1, concurrent: 1}",
      "2:30: `while-running` with a limit is either `queue` or `concurrent`"
    ),
    ("{queue: 0}", "2:38: `queue` must be a whole number from 1 to 1000000, not `0`"),
    (
      "[queue]", "2:30: `while-running` must be one of `reject`, `queue`, `restart`, `concurrent`, not a list"
    ),
  ])
  func mistakesInALimit(value: String, expected: String) {
    #expect(mistakes(inAction: "a: {run: x, while-running: \(value)}") == [expected])
  }

  @Test(arguments: [
    ("every: 99ms", "2:22: `every` must be at least 100ms"),
    (
      "every: 10",
      "2:22: `every` must be a duration such as 250ms, 5s, 10m or 1h30m, not `10` | did you mean `10s`?"
    ),
    ("every: 1s, confirm: Sure?", "2:15: `every` beside `confirm`: a repeat cannot ask"),
    (
      "failures-before-error: 0",
      "2:38: `failures-before-error` must be a whole number from 1 to 1000000, not `0`"
    ),
    ("quiet: yes", "2:22: `quiet` must be `true` or `false`, not `yes` | did you mean `true`?"),
    ("quiet: 1", "2:22: `quiet` must be `true` or `false`, not `1`"),
  ])
  func mistakesInARepeat(value: String, expected: String) {
    #expect(mistakes(inAction: "a: {run: x, \(value)}") == [expected])
  }
}
