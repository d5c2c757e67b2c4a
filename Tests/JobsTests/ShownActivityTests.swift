import Board
import Boundary
import Jobs
import SignalboxCore
import Testing

@Suite(.timeLimit(.minutes(15))) @MainActor struct ShownActivityTests {
  @Test func `the activity is that of the action that began first`() throws {
    let board = try Board.parse("actions: {one: {run: make}, two: {run: make}}", file: "signalbox.yml")
    let interlocking = Interlocking(board, environment: .live())
    let first = interlocking.station.activity.begin(associatedValue: JobActivity(id: "one", title: "One"))
    let second = interlocking.station.activity.begin(associatedValue: JobActivity(id: "two", title: "Two"))
    #expect(Situation(interlocking).activity.value?.id == "one")
    first.end()
    #expect(Situation(interlocking).activity.value?.id == "two")
    second.end()
    #expect(Situation(interlocking).activity == Situation.ShownActivity())
  }
}
