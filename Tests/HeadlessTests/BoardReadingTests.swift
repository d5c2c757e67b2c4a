import Board
import Boundary
import Jobs
import SignalboxCore
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) @MainActor struct BoardReadingTests {
  @Test func `the activity is that of the action that began first`() throws {
    let board = try Board.parse("actions: {one: {run: make}, two: {run: make}}", file: "signalbox.yml")
    let interlocking = Interlocking(board, environment: .live())
    let first = interlocking.station.activity.begin(associatedValue: JobActivity(id: "one", title: "One"))
    let second = interlocking.station.activity.begin(associatedValue: JobActivity(id: "two", title: "Two"))
    #expect(BoardReading(Situation(interlocking)).activity.action == "one")
    first.end()
    #expect(BoardReading(Situation(interlocking)).activity.action == "two")
    second.end()
    #expect(BoardReading(Situation(interlocking)).activity == BoardReading.ShownActivity())
  }
}
