import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct RetryPolicyTests {
  @Test func `each wait is twice the one before, up to the maximum`() {
    let retry = RetryPolicy(attempts: 8, backoff: .seconds(1)...(.seconds(30)))

    let delays = (1...8).map { retry.delay(afterAttempt: $0) }

    #expect(
      delays == [
        .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16), .seconds(30), .seconds(30), nil,
      ])
  }

  @Test func `the wait does not overflow after many attempts`() {
    let longest = Duration.seconds(3_600 * 999_999_999)
    let retry = RetryPolicy(attempts: 1_000, backoff: .milliseconds(1)...longest)

    #expect(retry.delay(afterAttempt: 999) == longest)
    #expect(retry.delay(afterAttempt: 1_000) == nil)
  }
}
