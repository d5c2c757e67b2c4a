import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(15))) struct ErrorRegistryTests {
  private var registry = ErrorRegistry()

  private mutating func record(
    _ source: String, _ priority: ErrorPriority = .normal, resetTime: Duration? = nil, now: Duration = .zero
  ) {
    _ = registry.record(
      Failure(source), resetTime: resetTime, priority: priority, source: ErrorSource(source), now: now)
  }

  private var current: String? { (registry.reports.first?.error as? Failure)?.name }

  @Test mutating func `one error is kept for each source and priority`() {
    record("a")
    record("a", .high)
    record("a")
    record("b")
    #expect(registry.reports.map(\.source) == ["a", "b", "a"])
    #expect(registry.reports.map(\.timesSeen) == [1, 1, 2])
  }

  @Test mutating func `an error reported again is the newest`() {
    record("a")
    record("b")
    record("a")
    #expect(current == "a")
    #expect(registry.reports.map(\.timesSeen) == [2, 1])
  }

  @Test mutating func `the next deadline is the earliest`() {
    record("a", resetTime: .seconds(5))
    record("b", resetTime: .seconds(2))
    record("c")
    #expect(registry.nextDeadline == .seconds(2))
    #expect(registry.expire(now: .seconds(1)) == nil)
    #expect(registry.expire(now: .seconds(2))?.count == 1)
    #expect(registry.nextDeadline == .seconds(5))
  }

  @Test mutating func `a report that loses its reset time or is dropped has no deadline`() {
    record("a", resetTime: .seconds(2))
    record("a")
    #expect(registry.nextDeadline == nil)
    record("a", resetTime: .seconds(3))
    #expect(registry.nextDeadline == .seconds(3))
    for index in 0..<100 { record("\(index)") }
    #expect(!registry.reports.contains { $0.source == "a" })
    #expect(registry.nextDeadline == nil)
  }

  @Test mutating func `a negative reset time is zero`() {
    record("a", resetTime: .seconds(-3), now: .seconds(1))
    #expect(registry.nextDeadline == .seconds(1))
  }

  @Test mutating func `at most a hundred errors are kept and the oldest of the lowest priority is dropped`() {
    record("old high", .high)
    for index in 0..<100 { record("\(index)") }
    #expect(registry.reports.count == 100)
    #expect(registry.reports.last?.source == "1")
    #expect(current == "old high")
  }

  @Test mutating func `a new error of the lowest priority is dropped itself`() {
    for index in 0..<100 { record("\(index)") }
    record("low", .low)
    #expect(registry.reports.count == 100)
    #expect(registry.reports.last?.source == "0")
    #expect(current == "99")
  }

  @Test mutating func priorities() {
    #expect(ErrorPriority.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(ErrorPriority.low < .normal)
    #expect(ErrorPriority.normal < .high)
  }
}
