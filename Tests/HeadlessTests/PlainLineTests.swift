import Board
import Boundary
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct PlainLineTests {
  private let ink = Ink(hasColor: false)

  @Test func `a new state is one line`() {
    let action = ActionStatus(named: "build") {
      $0.runs.last = FinishedRun(.failed("no luck"), exitCode: 2, duration: .milliseconds(3_250))
    }
    let line = PlainLine.text(.action(action), after: nil, ink: ink)
    #expect(line == "build: failed after 3.2 s, exit code 2")
    #expect(PlainLine.text(.action(action), after: action, ink: ink) == nil)
  }

  @Test func `a question is told once, also with the start of the run`() {
    let running = ActionStatus(named: "deploy") { $0.isRunning = true }
    let asking = ActionStatus(named: "deploy") { $0.ask("Continue?") }
    #expect(PlainLine.text(.action(asking), after: nil, ink: ink) == "deploy: running, asks: Continue?")
    #expect(PlainLine.text(.action(asking), after: running, ink: ink) == "deploy: asks: Continue?")
    #expect(PlainLine.text(.action(asking), after: asking, ink: ink) == nil)
    #expect(PlainLine.text(.action(running), after: asking, ink: ink) == nil)
    #expect(ActionTable.Row(asking, now: .zero).state == "running, asks: Continue?")
  }

  @Test(arguments: [nil, RunOutcome.succeeded])
  func `a tolerated failure is marked as tolerated`(result: RunOutcome?) {
    let running = ActionStatus(named: "database") { $0.isRunning = true }
    let action = ActionStatus(named: "database") {
      $0.runs.last = FinishedRun(result, duration: .milliseconds(380))
      $0.runs.last.toleratedFailure = "connection refused (1 of 3)"
    }
    #expect(
      PlainLine.text(.action(action), after: running, ink: ink)
        == "database: failed after 380 ms, tolerated: connection refused (1 of 3)")
  }

  @Test func `a guard that locks or unlocks is one line`() {
    let free = ActionStatus(named: "test")
    var locked = free
    locked.verdict = .blocked(by: ["build.succeeded", "not deploy.running"])
    let line = PlainLine.text(.action(locked), after: free, ink: ink)
    #expect(line == "test: locked: needs build.succeeded and not deploy.running")
    #expect(PlainLine.text(.action(free), after: locked, ink: ink) == "test: unlocked")
  }

  @Test func `colours are used only if they are allowed`() {
    let running = ActionStatus(named: "build") { $0.isRunning = true }
    let painted = PlainLine.text(.action(running), after: nil, ink: Ink(hasColor: true))
    #expect(painted == "build: \u{1B}[36mrunning\u{1B}[0m")
    #expect(PlainLine.text(.action(running), after: nil, ink: ink) == "build: running")
  }

  @Test func `changes many times a second have no line`() {
    #expect(PlainLine.text(.network(Situation.Network()), after: nil, ink: ink) == nil)
    #expect(PlainLine.text(.activity(Situation.ShownActivity()), after: nil, ink: ink) == nil)
  }
}
