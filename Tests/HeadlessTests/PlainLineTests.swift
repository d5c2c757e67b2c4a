import Boundary
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct PlainLineTests {
  private let ink = Ink(hasColor: false)

  @Test func `a new state is one line`() {
    var reading = ActionReading(id: "build")
    reading.state = .failed
    reading.last.exitCode = 2
    reading.last.duration = .milliseconds(3_250)
    let line = PlainLine.text(.action(reading), after: nil, ink: ink)
    #expect(line == "build: failed after 3.2 s, exit code 2")
    #expect(PlainLine.text(.action(reading), after: reading, ink: ink) == nil)
  }

  @Test func `a question is told once, also with the start of the run`() {
    var running = ActionReading(id: "deploy")
    running.state = .running
    var asking = running
    asking.question = "Continue?"
    #expect(PlainLine.text(.action(asking), after: nil, ink: ink) == "deploy: running, asks: Continue?")
    #expect(PlainLine.text(.action(asking), after: running, ink: ink) == "deploy: asks: Continue?")
    #expect(PlainLine.text(.action(asking), after: asking, ink: ink) == nil)
    #expect(PlainLine.text(.action(running), after: asking, ink: ink) == nil)
    #expect(asking.stateInWords == "running, asks: Continue?")
  }

  @Test(arguments: [ActionStatus.Phase.idle, .succeeded])
  func `a tolerated failure is marked as tolerated`(state: ActionStatus.Phase) {
    var running = ActionReading(id: "database")
    running.state = .running
    var reading = running
    reading.state = state
    reading.last.duration = .milliseconds(380)
    reading.last.toleratedFailure = "connection refused (1 of 3)"
    #expect(
      PlainLine.text(.action(reading), after: running, ink: ink)
        == "database: failed after 380 ms, tolerated: connection refused (1 of 3)")
  }

  @Test func `a guard that locks or unlocks is one line`() {
    let free = ActionReading(id: "test")
    var locked = free
    locked.blockedBy = ["build.succeeded", "not deploy.running"]
    let line = PlainLine.text(.action(locked), after: free, ink: ink)
    #expect(line == "test: locked: needs build.succeeded and not deploy.running")
    #expect(PlainLine.text(.action(free), after: locked, ink: ink) == "test: unlocked")
  }

  @Test func `colours are used only if they are allowed`() {
    var reading = ActionReading(id: "build")
    reading.state = .running
    let painted = PlainLine.text(.action(reading), after: nil, ink: Ink(hasColor: true))
    #expect(painted == "build: \u{1B}[36mrunning\u{1B}[0m")
    #expect(PlainLine.text(.action(reading), after: nil, ink: ink) == "build: running")
  }

  @Test func `changes many times a second have no line`() {
    #expect(PlainLine.text(.network(Situation.Network()), after: nil, ink: ink) == nil)
    #expect(PlainLine.text(.activity(Situation.ShownActivity()), after: nil, ink: ink) == nil)
  }
}
