import Board
import Boundary
import Jobs
import LoopbackBox
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing

@testable import Headless

/// One moment of a board as headless front ends print it, read from its jobs and trackers.
@Suite(.timeLimit(.minutes(15))) @MainActor struct PrintedStateTests {
  private static let actions = """
      build: { simulate: { duration: 2s, requests: 2, steps: 4, value: compiling } }
      test: { simulate: { duration: 1s }, enabled-if: build.succeeded }
      broken: { simulate: { duration: 1s, fail-every: 1, failure: no luck }, error: { priority: high, reset: 9s } }
    """

  private func situation(of board: VirtualBoard) -> Situation { board.board.box.situation }

  private func status(_ id: String, of board: VirtualBoard) throws -> ActionStatus {
    try #require(situation(of: board)[id])
  }

  @Test func `actions are in the order of the board`() throws {
    try expectEqual(
      situation(of: VirtualBoard(Self.actions)).actions.map(\.id), ["build", "test", "broken"])
  }

  @Test func `an idle board has no activity, no problem and no request`() throws {
    let situation = situation(of: try VirtualBoard(Self.actions))
    #expect(situation.activity == .init())
    #expect(situation.problems == [])
    #expect(situation.network == .init())
  }

  @Test func `a locked action names the parts of its guard that do not hold`() throws {
    let test = try status("test", of: try VirtualBoard(Self.actions))
    #expect(test.verdict.missing == ["build.succeeded"])
    #expect(test.isLocked && !test.isEnabled)
  }

  @Test func `a running action has its progress, and its activity is shown`() throws {
    let board = try VirtualBoard(Self.actions)
    board.start("build")
    board.scheduler.advance(by: .seconds(1))
    let build = try status("build", of: board)
    #expect(build.state == .running && build.runs.percent == 50 && build.runs.count == 1)
    let activity = situation(of: board).activity
    #expect(activity.isLoading && activity.value?.id == "build" && activity.value?.value == "compiling")
    #expect(situation(of: board).network.requests == 2)
  }

  @Test func `a finished action has its result and its duration`() throws {
    let board = try VirtualBoard(Self.actions)
    board.start("build")
    board.scheduler.advance(by: .seconds(2))
    let build = try status("build", of: board)
    #expect(build.state == .succeeded && build.runs.last.duration == .seconds(2) && build.runs.percent == nil)
    try expectEqual(status("test", of: board).verdict.missing, [])
  }

  @Test func `a failure is a problem of its action, with priority and reset time`() throws {
    let board = try VirtualBoard(Self.actions)
    board.start("broken")
    board.scheduler.advance(by: .seconds(1))
    let problem = try #require(situation(of: board).problems.first)
    #expect(problem.source == "broken" && problem.message == "no luck")
    #expect(problem.priority == .high && problem.reset == .seconds(9) && problem.timesSeen == 1)
    board.scheduler.advance(by: .seconds(9))
    #expect(situation(of: board).problems == [])
  }
}
