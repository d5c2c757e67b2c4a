import SignalboxCore
import SignalboxTesting
import Testing

/// Errors that go by themselves or by a signal.
@Suite(.timeLimit(.minutes(5))) final class ErrorResetTests: ErrorsInVirtualTime {
  // MARK: Reset times

  @Test func anErrorWithAResetTimeGoesByItself() {
    fail("e", .seconds(5))
    scheduler.advance(by: .seconds(4.999))
    #expect(shown.values == [nil, "e"])
    scheduler.advance(by: .seconds(0.001))
    #expect(shown.values == [nil, "e", nil])
  }

  @Test func anErrorReplacedByOneWithoutAResetTimeStaysForGood() {
    fail("e1", .seconds(1))
    fail("e2")
    scheduler.advance(by: .seconds(100))
    #expect(shown.values == [nil, "e1", "e2"])
  }

  @Test func aLaterResetTimeReplacesTheEarlierOne() {
    fail("e1", .seconds(1))
    scheduler.advance(by: .seconds(0.5))
    fail("e2", .seconds(1))
    scheduler.advance(by: .seconds(0.9))
    #expect(shown.values == [nil, "e1", "e2"])
    scheduler.advance(by: .seconds(0.1))
    #expect(shown.values == [nil, "e1", "e2", nil])
  }

  @Test func anEarlierResetTimeReplacesTheLaterOne() {
    fail("e1", .seconds(10))
    fail("e2", .seconds(1))
    scheduler.advance(by: .seconds(1))
    #expect(shown.values == [nil, "e1", "e2", nil])
  }

  @Test func aResetTimeOfZeroStillGoesThroughTheScheduler() {
    fail("e", .zero)
    #expect(shown.values == [nil, "e"])
    scheduler.advance()
    #expect(shown.values == [nil, "e", nil])
  }

  @Test func manyResetTimesNeedOneTimer() {
    for index in 1...50 { fail("e\(index)", .seconds(index), .normal, ErrorSource("\(index)")) }
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(49))
    #expect(tracker.reports.data.map { ($0.error as? Failure)?.name } == ["e50"])
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(1))
    #expect(scheduler.pendingCount == 0)
  }

  @Test func anEndlessResetTimeNeverEnds() {
    fail("e", .seconds(Int64.max))
    scheduler.advance(by: .seconds(1_000_000))
    #expect(shown.values == [nil, "e"])
  }

  @Test func aSchedulerWithoutTimeResetsAtOnce() {
    let tracker = ErrorTracker(scheduler: ImmediateTimers())
    let shown = Recorder(tracker.current.map { ($0 as? Failure)?.name })
    tracker.update(with: Failure("e"), resetTime: .seconds(5))
    #expect(shown.values == [nil, "e", nil])
  }

  @Test func aReleasedTrackerLeavesNoTimer() {
    var tracker: ErrorTracker? = ErrorTracker(scheduler: scheduler)
    tracker?.update(with: Failure("e"), resetTime: .seconds(5))
    weak let weakTracker = tracker
    tracker = nil
    #expect(weakTracker == nil)
    #expect(scheduler.pendingCount == 0)
  }

  // MARK: Reset signal

  @Test func eachElementOfTheSignalResetsAndItsEndIsQuiet() {
    let signal = PassthroughSubject<Int, Never>()
    let tracker = ErrorTracker(resetSignal: signal, scheduler: scheduler)
    let shown = Recorder(tracker.current.map { ($0 as? Failure)?.name })
    tracker.update(with: Failure("e1"))
    signal.send(1)
    tracker.update(with: Failure("e2"))
    signal.send(completion: .finished)
    #expect(shown.values == [nil, "e1", nil, "e2"])
  }

  @Test func theSignalDoesNotKeepTheTrackerAlive() {
    let signal = PassthroughSubject<Int, Never>()
    var tracker: ErrorTracker? = ErrorTracker(resetSignal: signal, scheduler: scheduler)
    weak let weakTracker = tracker
    tracker = nil
    signal.send(1)
    #expect(weakTracker == nil)
  }

}
