import TestSupport
import Testing

@testable import Processes

@Suite(.timeLimit(.minutes(15))) struct FirstSuccessTests {
  private struct Refusal: Error {}

  @Test func `a failure is not stored and a success is`() {
    let attempts = Recorded<Int>()
    let value = FirstSuccess {
      attempts.append(attempts.values.count)
      if attempts.values.count < 3 { throw Refusal() }
      return attempts.values.count
    }
    #expect([value.value, value.value] == [nil, nil])
    #expect([value.value, value.value] == [3, 3])
    #expect(attempts.values.count == 3)
  }
}
