import Board
import Boundary
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct JobRecordTests {
  @Test func `a record has the result and the duration of a run`() {
    var record = JobRecord()
    #expect(record.begin(at: .seconds(1)) == 1)
    record.report(value: "half", fraction: 0.5)
    #expect(record.isRunning)
    record.end(.failed("no"), of: 1, at: .seconds(4))
    #expect(!record.isRunning)
    #expect(record.runs.last.result == .failed("no"))
    #expect(record.runs.last.duration == .seconds(3))
    #expect(record.runs.value == "half")
    #expect(record.runs.fraction == nil)
  }

  @Test func `a restart says how many may follow in a row`() {
    var record = JobRecord()
    _ = record.begin(at: .zero)
    #expect(record.restartsLeft == nil)
    record.countRestart(left: 4)
    #expect(record.restartsLeft == 4)
    #expect(record.runs.restarts == 1)
  }

  @Test func `a new run clears the value of the last one`() {
    var record = JobRecord()
    _ = record.begin(at: .zero)
    record.report(value: "done", fraction: 1)
    record.end(.succeeded, of: 1, at: .seconds(1))
    _ = record.begin(at: .seconds(2))
    #expect(record.runs.value == nil)
    #expect(record.runs.last.result == .succeeded)
  }

  @Test func `only a repeat keeps the result and the value`() {
    var record = JobRecord()
    record.accept(from: .clock)
    _ = record.begin(at: .zero)
    record.report(value: "fine", fraction: nil)
    record.end(.succeeded, of: 1, at: .seconds(1))

    record.accept(from: .clock)
    _ = record.begin(at: .seconds(2))
    #expect(record.runs.keepsResult)
    #expect(record.runs.value == "fine")

    record.accept(from: .person)
    #expect(!record.runs.keepsResult)
    record.accept(from: .clock)
    #expect(!record.runs.keepsResult)
  }

  @Test func `failures are counted in a row`() {
    var record = JobRecord()
    func end(_ result: RunOutcome) -> Bool {
      let run = record.begin(at: .zero)
      return record.end(result, of: run, at: .zero, failuresBeforeError: 2).counts
    }
    #expect(end(.succeeded))
    #expect(!end(.failed("no")))
    #expect(record.runs.last.result == .succeeded)
    #expect(record.runs.last.toleratedFailure == "no (1 of 2)")
    #expect(end(.cancelled))
    #expect(end(.failed("no")))
    #expect(record.runs.last.result == .failed("no"))
    #expect(record.runs.last.toleratedFailure == nil)
    #expect(end(.failed("no")))
    #expect(end(.succeeded))
    #expect(!end(.failed("no")))
  }

  @Test func `a record has the input of a run`() {
    var record = JobRecord()
    _ = record.begin(at: .zero, input: "staging")
    #expect(record.runs.input == "staging")
    _ = record.begin(at: .zero)
    #expect(record.runs.input == nil)
  }
}
