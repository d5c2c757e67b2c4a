import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(5))) struct ErrorRegistryTests {
  private var registry = ErrorRegistry()

  private mutating func record(
    _ source: String, _ priority: ErrorPriority = .normal, resetTime: Duration? = nil, now: Duration = .zero
  ) {
    _ = registry.record(
      Failure(source), resetTime: resetTime, priority: priority, source: ErrorSource(source), now: now)
  }

  private var current: String? { (registry.currentError as? Failure)?.name }

  @Test mutating func oneErrorIsKeptForEachSourceAndPriority() {
    record("a")
    record("a", .high)
    record("a")
    record("b")
    #expect(registry.reports.map(\.timesSeen) == [2, 1, 1])
    #expect(current == "a")
  }

  @Test mutating func anErrorReportedAgainIsTheNewest() {
    record("a")
    record("b")
    record("a")
    #expect(current == "a")
    #expect(registry.reports.map(\.source) == ["a", "b"])
  }

  @Test mutating func theNextDeadlineIsTheEarliest() {
    record("a", resetTime: .seconds(5))
    record("b", resetTime: .seconds(2))
    record("c")
    #expect(registry.nextDeadline == .seconds(2))
    #expect(registry.expire(now: .seconds(1)) == nil)
    #expect(registry.expire(now: .seconds(2))?.count == 1)
    #expect(registry.nextDeadline == .seconds(5))
  }

  @Test mutating func aNegativeResetTimeIsZero() {
    record("a", resetTime: .seconds(-3), now: .seconds(1))
    #expect(registry.nextDeadline == .seconds(1))
  }

  @Test mutating func ofMoreThanAHundredTheOldestOfTheLowestPriorityGoes() {
    record("old high", .high)
    for index in 0..<100 { record("\(index)") }
    #expect(registry.reports.count == 100)
    #expect(registry.reports.first?.source == "old high")
    #expect(registry.reports.map(\.source).contains("0") == false)
    #expect(current == "old high")
  }

  @Test mutating func aNewcomerThatMattersLeastGoesItself() {
    for index in 0..<100 { record("\(index)") }
    record("low", .low)
    #expect(registry.reports.count == 100)
    #expect(registry.reports.last?.source == "99")
    #expect(current == "99")
  }

  @Test mutating func priorities() {
    #expect(ErrorPriority.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(ErrorPriority.low < .normal)
    #expect(ErrorPriority.normal < .high)
  }
}
