import Board
import Testing

@testable import Boundary

@Suite(.timeLimit(.minutes(15))) struct RunHistoryTests {
  private func begin(_ history: inout RunHistory, _ number: Int, at time: Duration) {
    history.begin(number, at: time, cause: .person, input: nil, firstLine: 0)
    history.beginAttempt(of: number, at: time)
  }

  @Test func `the history has a run from its start to its end`() throws {
    var history = RunHistory()
    history.begin(1, at: .seconds(3), cause: .person, input: "staging", firstLine: 17)
    history.beginAttempt(of: 1, at: .seconds(3))
    var run = try #require(history[1])
    #expect(run.start == .seconds(3) && run.cause == .person && run.input == "staging" && run.firstLine == 17)
    #expect(run.attempts == 1 && run.ending == nil && run.duration == nil && run.latency == nil)

    history.end(1, .succeeded, at: .seconds(8))
    run = try #require(history[1])
    #expect(run.ending == .init(outcome: .succeeded, time: .seconds(8)))
    #expect(run.duration == .seconds(5) && run.latency == .seconds(5))
  }

  @Test func `the latency is that of the attempt that succeeded`() {
    var history = RunHistory()
    begin(&history, 1, at: .zero)
    history.beginAttempt(of: 1, at: .seconds(4))
    history.end(1, .succeeded, at: .seconds(5))
    #expect(history[1]?.attempts == 2)
    #expect(history[1]?.duration == .seconds(5))
    #expect(history[1]?.latency == .seconds(1))

    begin(&history, 2, at: .seconds(6))
    history.end(2, .failed("no"), at: .seconds(7))
    #expect(history[2]?.duration == .seconds(1))
    #expect(history[2]?.latency == nil)
  }

  @Test func `the oldest finished runs are dropped`() {
    var history = RunHistory()
    begin(&history, 1, at: .zero)
    for number in 2...1_000 {
      begin(&history, number, at: .seconds(number))
      history.end(number, .succeeded, at: .seconds(number))
    }
    #expect(history.entries.count == RunHistory.limit)
    #expect(history.entries.map(\.number) == [1] + Array(952...1_000))
    #expect(history[500] == nil)

    history.end(1, .cancelled, at: .seconds(2_000))
    #expect(history[1]?.duration == .seconds(2_000))
    begin(&history, 1_001, at: .seconds(2_000))
    #expect(history[1] == nil)
  }

  @Test func `runs at the same time end on their own`() {
    var history = RunHistory()
    begin(&history, 1, at: .zero)
    begin(&history, 2, at: .zero)
    history.end(1, .failed("no"), at: .seconds(1))
    #expect(history[1]?.ending?.outcome == .failed("no"))
    #expect(history[2]?.ending == nil)
  }

  @Test func `all present runs are kept`() {
    var history = RunHistory()
    for number in 1...80 { begin(&history, number, at: .zero) }
    #expect(history.entries.count == 80)
    for number in 1...80 { history.end(number, .succeeded, at: .seconds(number)) }
    #expect(history.entries.allSatisfy { $0.ending != nil })
  }

  @Test func `a long message is truncated`() {
    var history = RunHistory()
    begin(&history, 1, at: .zero)
    history.end(1, .failed(String(repeating: "x", count: 10_000)), at: .zero)
    #expect(history[1]?.ending?.outcome == .failed(String(repeating: "x", count: RunHistory.messageLimit)))
  }

  @Test func `what is known of a run while it runs goes with its end`() {
    var history = RunHistory()
    for number in 1...3 { begin(&history, number, at: .seconds(number)) }
    history.change(2) { $0.stopEnd = .seconds(9) }
    history.end(1, .succeeded, at: .seconds(4))
    #expect(history.present.map(\.number) == [2, 3])
    #expect(history.present.first?.presence?.stopEnd == .seconds(9))
    history.end(2, .cancelled, at: .seconds(5))
    history.change(2) { $0.stopEnd = .seconds(10) }
    #expect(history.present.map(\.number) == [3])
    #expect(history[2]?.presence == nil)
    #expect(history[2]?.ending?.outcome == .cancelled)
    history.end(3, .succeeded, at: .seconds(6))
    #expect(history.present.isEmpty)
    #expect(!history.isRunning)
  }

  @Test func `a run that has ended does not run again`() {
    var run = RunHistory.Entry(
      number: 1, start: .zero, cause: .person, starter: nil, input: nil, firstLine: 0)
    run.ending = RunHistory.Ending(outcome: .succeeded, time: .seconds(1))
    run.presence = RunHistory.Presence()
    #expect(run.ending?.outcome == .succeeded)
    #expect(run.presence == nil)
  }

  @Test func `a present run is found among many that have ended`() {
    var history = RunHistory()
    for number in 1...60 { begin(&history, number, at: .seconds(number)) }
    for number in 2...60 { history.end(number, .succeeded, at: .seconds(100)) }
    #expect(history.present.map(\.number) == [1])
    #expect(RunHistory(history.entries).present == history.present)
  }
}
