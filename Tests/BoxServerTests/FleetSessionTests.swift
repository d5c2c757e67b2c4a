import Board
import Boundary
import BoxClient
import BoxServer
import Jobs
import Programs
import SignalboxCore
import SignalboxTesting
import TerminalUI
import TestSupport
import Testing
import Wire

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A panel on a fleet gets all events, and each of its requests is refused.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct FleetSessionTests {
  private let scheduler = TestScheduler()
  private let box: ServedBox

  init() throws {
    let scheduler = scheduler
    let port = try #require(RefusingPort())
    let environment = JobEnvironment(scheduler: scheduler, clock: scheduler, executor: scheduler) { block in
      scheduler.schedule { MainActor.assumeIsolated { block() } }
    }
    let cluster = ClusterDefinition(
      endpoints: ["http://127.0.0.1:\(port.number)"], realm: "shop", board: "")
    let fleet = FleetBox(cluster, environment: environment)
    let line = FleetSession.line(to: fleet)
    let box = ServedBox(
      everyChange: true, now: { fleet.now }, line: line.frontEnd(saying: Request.Hello()))
    line.onEvent = { [weak box] in box?.receive($0) }
    self.box = box
    scheduler.advance()
  }

  @Test func `it has the situation of the fleet`() {
    #expect(box.situation.title == "Fleet shop")
    #expect(box.isShared)
    #expect(box.end == nil)
  }

  @Test func `each request is answered once, and none is granted`() {
    var answers: [String] = []
    var order = StartOrder("web/deploy")
    order.onAnswer = { answers.append("start \($0)") }
    box.start(order)
    var answer = AnswerOrder("web/deploy", question: 1, text: "yes")
    answer.onAnswer = { answers.append("answer \($0 ?? "nil")") }
    box.answer(answer)
    var planned = PlanAnswerOrder(plan: "a", action: "b", confirmed: "c")
    planned.onAnswer = { answers.append("plan answer \($0 ?? "nil")") }
    box.answer(planned)
    var takeOver = TakeOverOrder("web/deploy", runs: [], reason: "it is gone")
    takeOver.onAnswer = { answers.append("take over \($0)") }
    box.takeOver(takeOver)
    box.plan("web/deploy") { answers.append("plan \($0 == nil)") }
    box.explain("web/deploy") { answers.append("why \($0 == nil)") }
    box.lines(of: "web/deploy", from: 0, run: nil) { answers.append("lines \($0?.lines.count ?? -1)") }
    box.find("text") { answers.append("found \($0.count)") }
    _ = box.awaitGuard(HoldOrder("a.running", isPatient: true) { answers.append("guard \($0)") })
    // Nothing is answered to these, and nothing happens.
    box.cancel(.action("web/deploy"))
    box.repeatActions()
    box.setWatching(true)
    scheduler.advance()
    let refused = "can only be looked at here"
    #expect(
      answers == [
        "start refused(\"\(refused)\")", "answer \(refused)", "plan answer \(refused)",
        "take over refused(\"\(refused)\")", "plan true", "why true", "lines 0", "found 0",
        "guard refused(\"\(refused)\")",
      ])
    #expect(box.end == nil)
  }

  @Test func `a program of it cannot be entered`() {
    var ends: [String] = []
    var order = EnterOrder("web/deploy", channel: dup(STDIN_FILENO), size: Size(width: 80, height: 24))
    order.onEnd = { ends.append("\($0)") }
    _ = box.enter(order)
    scheduler.advance()
    #expect(ends == ["refused(\"can only be looked at here\")"])
  }

  @Test func `it is left at once`() {
    var hasLeft = false
    box.leave { hasLeft = true }
    scheduler.advance()
    #expect(hasLeft)
  }
}
