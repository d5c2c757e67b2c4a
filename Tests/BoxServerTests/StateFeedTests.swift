import Boundary
import Testing

@testable import BoxServer
@testable import Wire

/// What a front end knows of the situation, after each message.
@Suite(.timeLimit(.minutes(15))) struct StateFeedTests {
  private var feed = StateFeed(everyChange: true)
  private var known = Situation(title: "")

  private mutating func apply(_ message: [UInt8]?) throws {
    guard case .state(let difference) = try BoxEvent.read(#require(message)) else {
      throw WireError(expected: "a state")
    }
    try known.apply(difference)
  }

  private func situation(runs: Int, isRunning: Bool) -> Situation {
    var (situation, action) = (Situation(title: "Test"), ActionStatus(ActionDescription(id: "a", title: "A")))
    (action.runCount, action.isRunning) = (runs, isRunning)
    situation.actions = [action]
    return situation
  }

  @Test
  mutating func `a run that has ended before its first lines are sent is sent as its start and its end`()
    throws
  {
    try apply(feed.next(situation(runs: 3, isRunning: false)))
    let start = try #require(situation(runs: 4, isRunning: true)["a"])
    try apply(feed.start(of: start))
    #expect(known["a"]?.isRunning == true)
    #expect(known["a"]?.runCount == 4)
    #expect(feed.start(of: start) == nil)
    try apply(feed.next(situation(runs: 4, isRunning: false)))
    #expect(known["a"]?.isRunning == false)
    #expect(feed.next(situation(runs: 4, isRunning: false)) == nil)
  }

  @Test mutating func `the start of an action that is not on the board is not sent`() throws {
    try apply(feed.next(Situation(title: "Test")))
    #expect(feed.start(of: try #require(situation(runs: 1, isRunning: true)["a"])) == nil)
  }
}
