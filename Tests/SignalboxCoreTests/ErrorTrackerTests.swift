import SignalboxCore
import SignalboxTesting
import Testing

@Suite struct ErrorTrackerTests {
  private let scheduler = TestScheduler()
  private let tracker: ErrorTracker
  private let shown: Recorder<String?>

  init() {
    tracker = ErrorTracker(scheduler: scheduler)
    shown = Recorder(tracker.current.map { ($0 as? Failure)?.name }, scheduler)
  }

  private func fail(
    _ name: String, _ resetTime: Duration? = nil, _ priority: ErrorPriority = .normal,
    _ source: ErrorSource? = nil
  ) {
    tracker.update(with: Failure(name), resetTime: resetTime, priority: priority, source: source)
  }

  // MARK: Updates

  @Test func nilIsNeverRepeated() {
    fail("e1")
    tracker.update(with: nil)
    tracker.update(with: nil)
    tracker.update(with: nil)
    fail("e2")
    #expect(shown.values == [nil, "e1", nil, "e2"])
  }

  @Test func theSameErrorTwiceIsDeliveredTwice() {
    fail("e")
    fail("e")
    #expect(shown.values == [nil, "e", "e"])
    #expect(tracker.reports.data.map(\.timesSeen) == [2])
  }

  @Test func cancellationIsNotAnError() {
    tracker.update(with: CancellationError())
    tracker.update(with: ActionError.cancelled)
    #expect(shown.values == [nil])
    tracker.update(with: ActionError.notEnabled)
    #expect(tracker.reports.data.count == 1)
  }

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

  // MARK: Priorities and sources

  @Test func theHighestPriorityIsCurrentAndThenTheNewest() {
    fail("normal 1", nil, .normal, "a")
    fail("low", nil, .low, "b")
    fail("normal 2", nil, .normal, "c")
    fail("high", nil, .high, "d")
    #expect(shown.values == [nil, "normal 1", "normal 2", "high"])
    tracker.clear("d")
    tracker.clear("c")
    tracker.clear("a")
    tracker.clear("b")
    #expect(shown.values.suffix(4) == ["normal 2", "normal 1", "low", nil])
  }

  @Test func whenTheCurrentErrorExpiresTheNextOneShows() {
    fail("low", nil, .low)
    fail("high", .seconds(1), .high)
    scheduler.advance(by: .seconds(1))
    #expect(shown.values == [nil, "low", "high", "low"])
  }

  @Test func anErrorOfLowerPriorityLeavesTheHigherOneAlone() {
    fail("e", nil, .high)
    fail("e", .seconds(1), .low)
    scheduler.advance(by: .seconds(1))
    #expect(shown.values == [nil, "e"])
    #expect(tracker.reports.data.map(\.priority) == [.high])
  }

  @Test func updatesAreOneSource() {
    fail("e1")
    fail("e2")
    #expect(tracker.reports.data.count == 1)
    fail("e3", nil, .normal, "named")
    #expect(tracker.reports.data.count == 2)
    tracker.update(with: nil)
    #expect(tracker.reports.data.isEmpty)
  }

  // MARK: Reports

  @Test func aReportTellsAllThatIsKnown() throws {
    scheduler.advance(by: .seconds(1))
    fail("e", nil, .high, "disk")
    scheduler.advance(by: .seconds(1))
    fail("e", .seconds(5), .high, "disk")
    let report = try #require(tracker.reports.data.first)
    #expect(report.source == "disk")
    #expect(report.priority == .high)
    #expect(report.timesSeen == 2)
    #expect(report.since == .seconds(1))
    #expect(report.expires == .seconds(7))
    #expect(tracker.now == .seconds(2))
  }

  @Test func reportsAreLiveAndNotRepeated() {
    let counts = Recorder(tracker.reports.map { $0.map(\.timesSeen) })
    fail("e", .seconds(1))
    fail("e", .seconds(2))
    tracker.clear("nobody")
    scheduler.advance(by: .seconds(3))
    tracker.reset()
    #expect(counts.values == [[], [1], [2], []])
  }

  @Test func reportsStandInOrderOfImportance() {
    fail("a", nil, .normal, "a")
    fail("b", nil, .high, "b")
    fail("c", nil, .normal, "c")
    fail("a", nil, .normal, "a")
    #expect(tracker.reports.data.map(\.source) == ["b", "a", "c"])
  }

  @Test func dismissingRemovesOneReport() throws {
    fail("a", nil, .normal, "a")
    fail("b", nil, .normal, "b")
    let report = try #require(tracker.reports.data.first)
    tracker.dismiss(report)
    tracker.dismiss(report)
    #expect(shown.values == [nil, "a", "b", "a"])
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

  // MARK: Async closures

  @Test func aTrackedClosureReportsItsErrorAndClearsWhenItReturns() async {
    func attempt(_ failure: Failure?) async throws(Failure) {
      try await tracker.track { () async throws(Failure) in
        await Task.yield()
        if let failure { throw failure }
      }
    }
    await #expect(throws: Failure("e1")) { try await attempt(Failure("e1")) }
    await #expect(throws: Never.self) { try await attempt(nil) }
    #expect(shown.values == [nil, "e1", nil])
  }

  @Test func placesInTheCodeAreDifferentSources() async {
    try? await tracker.track { throw Failure("here") }
    try? await tracker.track { throw Failure("there") }
    #expect(tracker.reports.data.count == 2)
    await tracker.track(source: "named") {}
    #expect(tracker.reports.data.count == 2)
  }

  @Test func aCancelledClosureReportsNothing() async {
    await #expect(throws: CancellationError.self) { try await tracker.track { throw CancellationError() } }
    #expect(shown.values == [nil])
  }
}

/// Combine's immediate scheduler, which is a value without state.
struct ImmediateTimers: Scheduler, Sendable {
  typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
  typealias SchedulerOptions = Never

  var now: SchedulerTimeType { ImmediateScheduler.shared.now }
  var minimumTolerance: SchedulerTimeType.Stride { ImmediateScheduler.shared.minimumTolerance }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    ImmediateScheduler.shared.schedule(options: nil, action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    ImmediateScheduler.shared.schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    ImmediateScheduler.shared.schedule(
      after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
