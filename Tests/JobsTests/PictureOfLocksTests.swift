import Board
import Boundary
import Jobs
import SignalboxTesting
import Testing

/// What a reading shows of guards between a change and the turn that processes it.
@Suite(.timeLimit(.minutes(15))) @MainActor struct PictureOfLocksTests {
  @Test func `what a start locks is locked in the next reading, before its turn`() throws {
    let station = try VirtualStation(
      """
        first: {simulate: {duration: 5s}}
        second: {run: make, enabled-if: '!first.running'}
        third: {run: make, enabled-if: second.enabled}
      """)
    let box = HostedBoard(station.interlocking)
    station.scheduler.advance()
    #expect(box.situation["second"]?.verdict == .passes)

    box.start(StartOrder("first"))
    #expect(station.interlocking.hasNews)
    #expect(box.situation["second"]?.verdict == .blocked(by: ["not first.running"]))
    #expect(box.situation["second"]?.isEnabled == false)
    #expect(box.situation["third"]?.verdict == .blocked(by: ["second.enabled"]))

    station.scheduler.advance(by: .seconds(5))
    #expect(box.situation["second"]?.verdict == .passes)
    #expect(box.situation["third"]?.isEnabled == true)
  }
}
