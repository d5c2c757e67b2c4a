import SignalboxCore
import SignalboxTesting
import Testing

@testable import Files

@MainActor
@Suite(.timeLimit(.minutes(15))) struct DebounceTests {
  private final class Count {
    var value = 0
  }

  private let scheduler = TestScheduler()
  private let answers = Count()

  private func debounce() -> Debounce {
    Debounce(quiet: 100, limit: 1_000, scheduler: scheduler) { [answers] in answers.value += 1 }
  }

  @Test func `calls in quick succession run the action once, after a quiet time`() {
    let debounce = debounce()
    for _ in 1...5 {
      debounce.call()
      scheduler.advance(by: .milliseconds(99))
    }
    #expect(answers.value == 0)
    scheduler.advance(by: .milliseconds(1))
    #expect(answers.value == 1)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `if calls continue the action runs at the limit`() {
    let debounce = debounce()
    for _ in 1...20 {
      debounce.call()
      scheduler.advance(by: .milliseconds(50))
    }
    #expect(answers.value == 1)
  }

  @Test func `if both timers fire at once the action runs once`() {
    let debounce = Debounce(quiet: 100, limit: 100, scheduler: scheduler) { [answers] in answers.value += 1 }
    debounce.call()
    scheduler.advance(by: .seconds(1))
    #expect(answers.value == 1)
  }

  @Test func `each call after an action runs it again`() {
    let debounce = debounce()
    for _ in 1...2 {
      debounce.call()
      scheduler.advance(by: .milliseconds(100))
    }
    #expect(answers.value == 2)
  }

  @Test func `a cancelled call does not run the action`() {
    let debounce = debounce()
    debounce.call()
    debounce.cancel()
    #expect(scheduler.pendingCount == 0)
    scheduler.advance(by: .seconds(2))
    #expect(answers.value == 0)
  }
}
