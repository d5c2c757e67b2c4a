import Board
import Boundary
import Testing

/// What follows from the values of a status.
@Suite(.timeLimit(.minutes(15))) struct ActionStatusTests {
  private func status(_ change: (inout ActionStatus) -> Void) -> ActionStatus {
    var status = ActionStatus(ActionDescription(id: "deploy", title: "Deploy"))
    change(&status)
    return status
  }

  private func run(on host: String, isLost: Bool = false) -> SharedRun {
    var run = SharedRun()
    (run.host, run.lostSince) = (host, isLost ? .seconds(1) : nil)
    return run
  }

  @Test func `an action is locked by its guard, and not while it runs`() {
    #expect(!status { _ in }.isLocked)
    #expect(status { $0.verdict = .blocked(by: ["build.succeeded"]) }.isLocked)
    #expect(!status { ($0.verdict, $0.isRunning) = (.blocked(by: ["build.succeeded"]), true) }.isLocked)
  }

  @Test func `what others do prevents a start where the guard does not`() {
    let absent = status { $0.shared = .absent }
    #expect(absent.obstacle == "not asked: no box")
    var locked = absent
    locked.verdict = .blocked(by: ["build.succeeded"])
    #expect(locked.obstacle == nil)
    var running = absent
    running.isRunning = true
    #expect(running.obstacle == nil)
  }

  @Test func `a lost run elsewhere stands for the action before the others`() {
    var shared = SharedState()
    shared.runs = [run(on: "laptop"), run(on: "desktop", isLost: true)]
    let action = status { $0.shared = shared }
    #expect(action.runElsewhere?.host == "desktop" && action.phase == .lost)
    shared.runs.removeLast()
    let other = status { $0.shared = shared }
    #expect(other.runElsewhere?.host == "laptop" && other.phase == .running)
    #expect(status { ($0.shared, $0.isRunning) = (shared, true) }.runElsewhere == nil)
  }

  @Test func `the last run and its failure are told until the next one runs`() {
    var action = status { $0.runs.last = FinishedRun(.failed("exit code 3"), exitCode: 3) }
    #expect(action.failure == "exit code 3" && action.finished.exitCode == 3)
    action.isRunning = true
    #expect(action.failure == nil && action.finished == FinishedRun())
  }
}
