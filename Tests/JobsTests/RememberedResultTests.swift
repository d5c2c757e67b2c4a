import Board
import Boundary
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing

@testable import Jobs

/// Results of an earlier process.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct RememberedResultTests {
  private static let actions = """
      test: { simulate: { duration: 2s }, every: 10s, failures-before-error: 2 }
      deploy: { simulate: { duration: 1s }, enabled-if: test.succeeded && test.age < 1h }
    """

  private static var history: RunHistory {
    var history = RunHistory()
    for (number, outcome) in [RunOutcome.succeeded, .failed("no"), .cancelled].enumerated() {
      let start = Duration.seconds(number * 10 - 100)
      history.begin(number + 5, at: start, cause: .person, input: nil, firstLine: 0)
      history.end(number + 5, outcome, at: start + .seconds(1))
    }
    return history
  }

  private static func result(
    _ result: RunOutcome? = .succeeded, age: Duration = .seconds(600), history: RunHistory = history
  ) -> RememberedResult {
    RememberedResult(
      FinishedRun(result, exitCode: 7, duration: .seconds(3)), age: age, value: "42 tests", history: history)
  }

  /// The facts of an action that does not run.
  private func facts(_ record: JobRecord, at time: Duration, isRunning: Bool = false) -> ActionFacts {
    let state = ActionState(enabled: true, executing: isRunning, running: isRunning ? 1 : 0, waiting: 0)
    return JobSnapshot(state: state, record: record).facts(at: time)
  }

  @Test func `a result is shown and known`() {
    let record = JobRecord(Self.result(), at: .seconds(5), isKnownToGuards: true)
    #expect(record.runs.last.result == .succeeded)
    #expect(record.runs.value == "42 tests")
    #expect(record.runs.last.duration == .seconds(3))
    #expect(record.runs.last.exitCode == 7)
    #expect(record.history == Self.history)
    #expect(record.runs.count == 7)
    #expect(!record.isRunning)

    let facts = facts(record, at: .seconds(65))
    #expect(facts.hasSucceeded == true)
    #expect(facts.hasFailed == false)
    #expect(facts.isIdle == false)
    #expect(facts.value == "42 tests")
    #expect(facts.age == .seconds(660))
  }

  @Test func `a result that is too old is shown and unknown`() {
    let record = JobRecord(Self.result(), at: .zero, isKnownToGuards: false)
    #expect(record.runs.last.result == .succeeded)
    #expect(record.runs.value == "42 tests")

    let facts = facts(record, at: .zero)
    #expect(facts.hasSucceeded == nil)
    #expect(facts.hasFailed == nil)
    #expect(facts.isIdle == nil)
    #expect(facts.value == nil)
    #expect(facts.age == nil)
    #expect(facts.isRunning == false)
    #expect(facts.isEnabled == true)
  }

  @Test func `a clock that went back makes the age unknown`() {
    let record = JobRecord(Self.result(age: .seconds(-1)), at: .zero, isKnownToGuards: true)
    #expect(facts(record, at: .seconds(100)).hasSucceeded == true)
    #expect(facts(record, at: .seconds(100)).age == nil)
  }

  @Test func `a result without a history is that of a run`() {
    let record = JobRecord(Self.result(history: RunHistory()), at: .zero, isKnownToGuards: true)
    #expect(facts(record, at: .zero).isIdle == false)
    var next = record
    #expect(next.begin(at: .zero) == 2)
  }

  @Test func `a person's run replaces a result that is unknown when it starts`() {
    var record = JobRecord(Self.result(), at: .zero, isKnownToGuards: false)
    record.accept(from: .person)
    let run = record.begin(at: .zero)
    #expect(facts(record, at: .zero, isRunning: true).hasSucceeded == false)
    record.end(.cancelled, of: run, at: .seconds(1))
    #expect(facts(record, at: .seconds(3)).age == .seconds(2))
  }

  @Test func `a repeat replaces a result that is unknown when it ends`() {
    var record = JobRecord(Self.result(), at: .zero, isKnownToGuards: false)
    record.accept(from: .clock)
    let first = record.begin(at: .zero, cause: .clock)
    #expect(facts(record, at: .zero, isRunning: true).hasSucceeded == nil)
    #expect(facts(record, at: .zero, isRunning: true).isIdle == false)
    record.end(.failed("no"), of: first, at: .seconds(1), failuresBeforeError: 3)
    #expect(facts(record, at: .seconds(1)).hasFailed == nil)
    let second = record.begin(at: .zero, cause: .clock)
    record.end(.failed("no"), of: second, at: .seconds(1), failuresBeforeError: 3)
    #expect(facts(record, at: .seconds(1)).hasFailed == true)
  }

  @Test func `failures are counted on`() {
    var record = JobRecord(Self.result(.failed("no")), at: .zero, isKnownToGuards: true)
    #expect(record.failuresInARow == 1)
    record.accept(from: .clock)
    let run = record.begin(at: .zero, cause: .clock)
    let end = record.end(.failed("no"), of: run, at: .seconds(1), failuresBeforeError: 2)
    #expect(end.counts)
    // A probe that still fails is not news after a new start of the program.
    #expect(end.changes == [])
  }

  @Test func `the end of a failure that was remembered is a recovery`() {
    for (isKnown, changes) in [(true, [.succeeded, .recovered]), (false, [.succeeded])]
      as [(Bool, Set<NotifyPolicy.Change>)]
    {
      var record = JobRecord(Self.result(.failed("no")), at: .zero, isKnownToGuards: isKnown)
      let run = record.begin(at: .zero, cause: .clock)
      #expect(record.end(.succeeded, of: run, at: .seconds(1)).changes == changes)
    }
  }

  @Test func `guards read a remembered result, and its age ends`() throws {
    let station = try VirtualStation(Self.actions)
    let interlocking = station.interlocking
    let test = try #require(interlocking["test"])
    let record = JobRecord(Self.result(), at: interlocking.station.now, isKnownToGuards: true)
    interlocking.setJobs(
      interlocking.jobs.map { $0 === test ? interlocking.makeJob(test.definition, record: record) : $0 })
    interlocking.evaluateGuards()
    #expect(interlocking.verdict(on: "deploy").isPassing)
    station.advance(by: .seconds(3000) - .nanoseconds(1))
    #expect(interlocking.verdict(on: "deploy").isPassing)
    station.advance(by: .nanoseconds(1))
    #expect(interlocking.verdict(on: "deploy").description == "needs test.age < 1h")
  }

  @Test func `guards read remembered results up to the age that the board allows`() throws {
    for (memory, isPassing) in [("10m", true), ("599s", false), ("never", false), ("always", true)] {
      let board = try Board.parse("remember: \(memory)\nactions:\n" + Self.actions, file: "test.yml")
      let station = VirtualStation(board, results: ["test": Self.result()])
      #expect(station.interlocking.verdict(on: "deploy").isPassing == isPassing)
      #expect(station.record("test")?.runs.last.result == .succeeded)
    }
  }

  @Test func `runs without a result are remembered`() {
    let record = JobRecord(Self.result(nil), at: .zero, isKnownToGuards: true)
    #expect(record.runs.last.result == nil)
    #expect(record.runs.count == 7)
    #expect(facts(record, at: .zero).hasSucceeded == false)
    #expect(facts(record, at: .zero).age == nil)
  }

  @Test func `the input of the last run is remembered`() {
    var history = RunHistory()
    history.begin(2, at: .zero, cause: .person, input: "two", firstLine: 0)
    history.begin(1, at: .zero, cause: .person, input: "one", firstLine: 0)
    let record = JobRecord(Self.result(history: history), at: .zero, isKnownToGuards: true)
    #expect(record.runs.input == "two")
  }

  @Test func `a run is reported before its work begins and when it has ended`() throws {
    let events = Recorded<RunEvent>()
    let board = try Board.parse("actions:\n" + Self.actions, file: "test.yml")
    let station = VirtualStation(board, onRun: events.append)
    station.start("test")
    let begin = try #require(events.values.first)
    #expect(events.values.count == 1)
    #expect(begin.action.id == "test")
    #expect(begin.run.number == 1)
    #expect(begin.run.attempts == 0)
    #expect(begin.run.ending == nil)
    station.advance(by: .seconds(2))
    let end = try #require(events.values.last)
    #expect(events.values.count == 2)
    #expect(end.run.ending?.outcome == .succeeded)
    #expect(end.time == end.run.ending?.time)
  }
}
