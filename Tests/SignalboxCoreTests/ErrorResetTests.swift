import SignalboxCore
import SignalboxTesting
import Testing

/// Errors that are reset by time or by a signal.
@Suite(.timeLimit(.minutes(15))) final class ErrorResetTests: ErrorsInVirtualTime {
  // MARK: Reset times

  @Test func `an error with a reset time is reset`() {
    fail("e", .seconds(5))
    scheduler.advance(by: .seconds(4.999))
    #expect(shown.values == [nil, "e"])
    scheduler.advance(by: .seconds(0.001))
    #expect(shown.values == [nil, "e", nil])
  }

  @Test func `an error replaced by one without a reset time stays for good`() {
    fail("e1", .seconds(1))
    fail("e2")
    scheduler.advance(by: .seconds(100))
    #expect(shown.values == [nil, "e1", "e2"])
  }

  @Test func `a later reset time replaces the earlier one`() {
    fail("e1", .seconds(1))
    scheduler.advance(by: .seconds(0.5))
    fail("e2", .seconds(1))
    scheduler.advance(by: .seconds(0.9))
    #expect(shown.values == [nil, "e1", "e2"])
    scheduler.advance(by: .seconds(0.1))
    #expect(shown.values == [nil, "e1", "e2", nil])
  }

  @Test func `an earlier reset time replaces the later one`() {
    fail("e1", .seconds(10))
    fail("e2", .seconds(1))
    scheduler.advance(by: .seconds(1))
    #expect(shown.values == [nil, "e1", "e2", nil])
  }

  @Test func `a reset time of zero still goes through the scheduler`() {
    fail("e", .zero)
    #expect(shown.values == [nil, "e"])
    scheduler.advance()
    #expect(shown.values == [nil, "e", nil])
  }

  @Test func `many reset times need one timer`() {
    for index in 1...50 { fail("e\(index)", .seconds(index), .normal, ErrorSource("\(index)")) }
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(49))
    #expect(tracker.reports.data.map { ($0.error as? Failure)?.name } == ["e50"])
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(1))
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `an endless reset time never ends`() {
    fail("e", .seconds(Int64.max))
    scheduler.advance(by: .seconds(1_000_000))
    #expect(shown.values == [nil, "e"])
  }

  @Test func `a scheduler without time resets at once`() {
    let tracker = ErrorTracker(scheduler: ImmediateTimers())
    let shown = Recorder(tracker.current.map { ($0 as? Failure)?.name })
    tracker.update(with: Failure("e"), resetTime: .seconds(5))
    #expect(shown.values == [nil, "e", nil])
  }

  @Test func `a released tracker leaves no timer`() {
    var tracker: ErrorTracker? = ErrorTracker(scheduler: scheduler)
    tracker?.update(with: Failure("e"), resetTime: .seconds(5))
    weak let weakTracker = tracker
    tracker = nil
    #expect(weakTracker == nil)
    #expect(scheduler.pendingCount == 0)
  }

  // MARK: Reset signal

  @Test func `each element of the signal resets and its completion has no effect`() {
    let signal = PassthroughSubject<Int, Never>()
    let tracker = ErrorTracker(resetSignal: signal, scheduler: scheduler)
    let shown = Recorder(tracker.current.map { ($0 as? Failure)?.name })
    tracker.update(with: Failure("e1"))
    signal.send(1)
    tracker.update(with: Failure("e2"))
    signal.send(completion: .finished)
    #expect(shown.values == [nil, "e1", nil, "e2"])
  }

  @Test func `the signal does not keep the tracker alive`() {
    let signal = PassthroughSubject<Int, Never>()
    var tracker: ErrorTracker? = ErrorTracker(resetSignal: signal, scheduler: scheduler)
    weak let weakTracker = tracker
    tracker = nil
    signal.send(1)
    #expect(weakTracker == nil)
  }

}
