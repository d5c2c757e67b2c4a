import Boundary
import Testing

@testable import BoxServer
@testable import Wire

/// What a front end knows of the situation, after each event, in another process and in the same one.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct StateFeedTests {
  /// A feed, and what its front end knows.
  @MainActor
  private final class FrontEnd {
    var feed = StateFeed(everyChange: true)
    private(set) var known = Situation(title: "")
    private(set) var count = 0
    private var line = SessionLine(send: { _ in })

    init(isEncoded: Bool) {
      line =
        isEncoded
        ? SessionLine(send: { [unowned self] in take(try? BoxEvent.read($0)) })
        : SessionLine(
          passing: { [unowned self] in take($0) }, isCongested: { false }, setPaused: { _ in })
    }

    private func take(_ event: BoxEvent?) {
      count += 1
      switch event {
      case .state(let difference): #expect(throws: Never.self) { try known.apply(difference) }
      case .situation(let situation): known = situation
      default: Issue.record("\(event.map { "\($0)" } ?? "no event") came")
      }
    }

    func send(_ situation: Situation, reading: Int = 1, hasLines: Bool = true) {
      let news = feed.next(situation, reading, hasLines: hasLines, asValues: line.passesValues)
      if let news { line.send(news) }
    }
    func sendStart(of action: ActionStatus) {
      if let start = feed.start(of: action) { line.send(start) }
    }
  }

  private func situation(runs: Int, isRunning: Bool) -> Situation {
    var (situation, action) = (Situation(title: "Test"), ActionStatus(ActionDescription(id: "a", title: "A")))
    (action.runs.count, action.isRunning) = (runs, isRunning)
    situation.actions = [action]
    return situation
  }

  @Test(arguments: [true, false])
  func `a run that has ended before its first lines are sent is sent as its start and its end`(
    isEncoded: Bool
  ) throws {
    let frontEnd = FrontEnd(isEncoded: isEncoded)
    frontEnd.send(situation(runs: 3, isRunning: false))
    let start = try #require(situation(runs: 4, isRunning: true)["a"])
    frontEnd.sendStart(of: start)
    #expect(frontEnd.known["a"]?.isRunning == true)
    #expect(frontEnd.known["a"]?.runs.count == 4)
    frontEnd.sendStart(of: start)
    #expect(frontEnd.count == 2)
    frontEnd.send(situation(runs: 4, isRunning: false), reading: 2)
    #expect(frontEnd.known["a"]?.isRunning == false)
    frontEnd.send(situation(runs: 4, isRunning: false), reading: 2)
    #expect(frontEnd.count == 3)
  }

  @Test(arguments: [true, false])
  func `who follows lines from now on knows what their runs follow`(isEncoded: Bool) throws {
    let frontEnd = FrontEnd(isEncoded: isEncoded)
    frontEnd.send(situation(runs: 3, isRunning: false), hasLines: false)
    frontEnd.send(situation(runs: 3, isRunning: false))
    frontEnd.sendStart(of: try #require(situation(runs: 4, isRunning: true)["a"]))
    #expect(frontEnd.known["a"]?.runs.count == 4)
  }

  @Test func `an earlier situation is not sent after a later one`() {
    let frontEnd = FrontEnd(isEncoded: false)
    frontEnd.send(situation(runs: 4, isRunning: true), reading: 2)
    frontEnd.send(situation(runs: 3, isRunning: false), reading: 1)
    #expect(frontEnd.known["a"]?.runs.count == 4)
    #expect(frontEnd.count == 1)
  }

  @Test(arguments: [true, false])
  func `the start of an action that is not on the board is not sent`(isEncoded: Bool) throws {
    let frontEnd = FrontEnd(isEncoded: isEncoded)
    frontEnd.send(Situation(title: "Test"))
    frontEnd.sendStart(of: try #require(situation(runs: 1, isRunning: true)["a"]))
    #expect(frontEnd.count == 1)
    #expect(frontEnd.known.title == "Test")
  }
}
