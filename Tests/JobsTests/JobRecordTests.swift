import Testing

@testable import Jobs

@Suite struct JobRecordTests {
  @Test func aRunIsRememberedByItsResultAndDuration() {
    var record = JobRecord()
    #expect(record.begin(at: .seconds(1)) == 1)
    record.report(value: "half", fraction: 0.5)
    #expect(record.isRunning)
    record.end(.failed("no"), startedAt: .seconds(1), at: .seconds(4))
    #expect(!record.isRunning)
    #expect(record.lastResult == .failed("no"))
    #expect(record.lastDuration == .seconds(3))
    #expect(record.value == "half")
    #expect(record.fraction == nil)
  }

  @Test func aNewRunForgetsWhatTheLastOneSaid() {
    var record = JobRecord()
    _ = record.begin(at: .zero)
    record.report(value: "done", fraction: 1)
    record.end(.succeeded, startedAt: .zero, at: .seconds(1))
    _ = record.begin(at: .seconds(2))
    #expect(record.value == nil)
    #expect(record.lastResult == .succeeded)
  }

  @Test func cancellingLastsUntilTheLastRunHasEnded() {
    var record = JobRecord()
    record.cancel()
    #expect(!record.isCancelling)
    _ = record.begin(at: .zero)
    _ = record.begin(at: .seconds(1))
    record.cancel()
    record.end(.cancelled, startedAt: .zero, at: .seconds(2))
    #expect(record.isCancelling)
    record.end(.cancelled, startedAt: .seconds(1), at: .seconds(2))
    #expect(!record.isCancelling)
  }
}
