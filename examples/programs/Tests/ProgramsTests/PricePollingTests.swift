import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct PricePollingTests {
  private let scheduler = TestScheduler()
  private let isOnline = LiveData(data: true)

  /// Each request takes two seconds, does not notice a cancellation, and answers with the seconds until then.
  private func makePolling() -> PricePolling {
    PricePolling(clock: scheduler, executor: scheduler) { [scheduler, isOnline] _ in
      let end = scheduler.now.advanced(by: Duration.seconds(2))
      await Task(executorPreference: scheduler) { try? await scheduler.sleep(until: end) }.value
      guard isOnline.data else { throw Offline() }
      return Int(scheduler.elapsed / .seconds(1))
    }
  }

  @Test func `the pause begins after the answer`() {
    let polling = makePolling()
    let prices = Recorder(polling.price.map { $0.map { "\($0.symbol) \($0.value)" } ?? "-" }, scheduler)
    polling.watch.execute("ACME")
    scheduler.advance(by: .seconds(30))
    #expect(prices.lines == ["0: -", "2: ACME 2", "14: ACME 14", "26: ACME 26"])
  }

  @Test func `a failed request is shown and the next one clears it`() {
    let polling = makePolling()
    isOnline.data = false
    polling.watch.execute("ACME")
    scheduler.advance(by: .seconds(5))
    #expect(polling.errors.current.data is Offline)
    isOnline.data = true
    scheduler.advance(by: .seconds(10))
    #expect(polling.errors.current.data == nil)
    #expect(polling.price.data?.value == 14)
  }

  @Test func `the answer for a symbol that is no longer watched is dropped`() {
    let polling = makePolling()
    let symbols = Recorder(polling.price.map { $0?.symbol ?? "-" }, scheduler)
    polling.watch.execute("OLD")
    scheduler.advance(by: .seconds(1))
    polling.watch.execute("NEW")
    scheduler.advance(by: .seconds(9))
    #expect(symbols.lines == ["0: -", "3: NEW"])
  }

  @Test func `polling stops when it is cancelled`() {
    let polling = makePolling()
    polling.watch.execute("ACME")
    scheduler.advance(by: .seconds(5))
    polling.watch.cancel()
    scheduler.advance(by: .seconds(60))
    #expect(polling.price.data?.value == 2)
    #expect(polling.errors.current.data == nil)
    #expect(scheduler.pendingCount == 0)
  }
}
