import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) final class ErrorTrackerTests: ErrorsInVirtualTime {
  // MARK: Updates

  @Test func `nil is never repeated`() {
    fail("e1")
    tracker.update(with: nil)
    tracker.update(with: nil)
    tracker.update(with: nil)
    fail("e2")
    #expect(shown.values == [nil, "e1", nil, "e2"])
  }

  @Test func `the same error twice is delivered twice`() {
    fail("e")
    fail("e")
    #expect(shown.values == [nil, "e", "e"])
    #expect(tracker.reports.data.map(\.timesSeen) == [2])
  }

  @Test func `cancellation is not an error`() {
    tracker.update(with: CancellationError())
    tracker.update(with: ActionError.cancelled)
    #expect(shown.values == [nil])
    tracker.update(with: ActionError.notEnabled)
    #expect(tracker.reports.data.count == 1)
  }

  // MARK: Priorities and sources

  @Test func `the highest priority is current and then the newest`() {
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

  @Test func `when the current error expires the next one shows`() {
    fail("low", nil, .low)
    fail("high", .seconds(1), .high)
    scheduler.advance(by: .seconds(1))
    #expect(shown.values == [nil, "low", "high", "low"])
  }

  @Test func `an error of lower priority leaves the higher one alone`() {
    fail("e", nil, .high)
    fail("e", .seconds(1), .low)
    scheduler.advance(by: .seconds(1))
    #expect(shown.values == [nil, "e"])
    #expect(tracker.reports.data.map(\.priority) == [.high])
  }

  @Test func `updates are one source`() {
    fail("e1")
    fail("e2")
    #expect(tracker.reports.data.count == 1)
    fail("e3", nil, .normal, "named")
    #expect(tracker.reports.data.count == 2)
    tracker.update(with: nil)
    #expect(tracker.reports.data.isEmpty)
  }

  // MARK: Reports

  @Test func `a report contains everything that is known about an error`() throws {
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

  @Test func `reports are live and not repeated`() {
    let counts = Recorder(tracker.reports.map { $0.map(\.timesSeen) })
    fail("e", .seconds(1))
    fail("e", .seconds(2))
    tracker.clear("unknown")
    scheduler.advance(by: .seconds(3))
    tracker.reset()
    #expect(counts.values == [[], [1], [2], []])
  }

  @Test func `reports are ordered by priority and then by time`() {
    fail("a", nil, .normal, "a")
    fail("b", nil, .high, "b")
    fail("c", nil, .normal, "c")
    fail("a", nil, .normal, "a")
    #expect(tracker.reports.data.map(\.source) == ["b", "a", "c"])
  }

  @Test func `dismissing removes one report`() throws {
    fail("a", nil, .normal, "a")
    fail("b", nil, .normal, "b")
    let report = try #require(tracker.reports.data.first)
    tracker.dismiss(report)
    tracker.dismiss(report)
    #expect(shown.values == [nil, "a", "b", "a"])
  }

  // MARK: Async closures

  @Test func `a tracked closure reports its error and clears when it returns`() async {
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

  @Test(.timeLimit(.minutes(15)))
  func `the failure of an action is reported like the failure of its work`() async throws {
    let inside = ErrorSource("inside")
    let action = Action<Int, Int> { [tracker] _ in
      try await tracker.track(source: inside) { throw Failure("down") }
    }
    _ = try? await tracker.track(source: "outside") { try await action.execute(1).value }
    #expect(Set(tracker.reports.data.map(\.source)) == ["inside", "outside"])
    #expect(tracker.reports.data.map { $0.error as? Failure } == [Failure("down"), Failure("down")])
    tracker.update(with: ActionError.underlying(ActionError.underlying(Failure("twice wrapped"))))
    #expect(tracker.current.data as? Failure == Failure("twice wrapped"))
    tracker.update(with: ActionError.underlying(ActionError.notEnabled))
    #expect(tracker.current.data.map { "\($0)" } == "notEnabled")
  }

  @Test func `places in the code are different sources`() async {
    try? await tracker.track { throw Failure("here") }
    try? await tracker.track { throw Failure("there") }
    #expect(tracker.reports.data.count == 2)
    await tracker.track(source: "named") {}
    #expect(tracker.reports.data.count == 2)
  }

  @Test func `a cancelled closure reports nothing`() async {
    await #expect(throws: CancellationError.self) { try await tracker.track { throw CancellationError() } }
    #expect(shown.values == [nil])
  }
}
