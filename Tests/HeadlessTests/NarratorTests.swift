import Board
import Boundary
import Testing

@testable import Headless

/// The changes between two moments, and their order.
@Suite(.timeLimit(.minutes(15))) struct NarratorTests {
  @Test func `equal moments have no changes`() {
    var narrator = Narrator(after: situation(.idle))
    #expect(narrator.take(situation(.idle)) == [])
  }

  @Test func `a run between two moments is reported with its start and its end`() {
    var narrator = Narrator(after: situation(.idle))
    #expect(states(narrator.take(situation(.succeeded, runs: 1))) == [.running, .succeeded])
    #expect(states(narrator.take(situation(.succeeded, runs: 2))) == [.running, .succeeded])
  }

  @Test func `the start of a run is reported before its output`() {
    var narrator = Narrator(after: situation(.idle))
    let running = situation(.running, runs: 1)
    #expect(narrator.takeOutput(of: running.actions[0]) == [.action(running.actions[0])])
    #expect(narrator.take(running) == [])
    #expect(narrator.takeOutput(of: running.actions[0]) == [])
  }

  @Test func `the last of several runs is reported with its start and its end`() {
    var narrator = Narrator(after: situation(.running, runs: 1))
    let changes = narrator.take(situation(.succeeded, runs: 4))
    #expect(states(changes) == [.running, .succeeded])
    #expect(runs(changes) == [4, 4])
  }

  @Test func `a run that replaces another is reported`() {
    var narrator = Narrator(after: situation(.running, runs: 1))
    #expect(runs(narrator.take(situation(.running, runs: 2))) == [2])
    #expect(narrator.take(situation(.running, runs: 2)) == [])
    let next = situation(.running, runs: 3).actions[0]
    #expect(narrator.takeOutput(of: next) == [.action(next)])
    #expect(narrator.lastRun(of: "build") == 3)
  }

  @Test func `what is not printed of an action is no change`() {
    var narrator = Narrator(after: situation(.running, runs: 1))
    var now = situation(.running, runs: 1)
    now.actions[0].runs.totals.succeeded = 3
    now.actions[0].waiting = 1
    now.actions[0].runs.last.result = .failed("no luck")
    #expect(narrator.take(now) == [])
    now.actions[0].ask("Continue?")
    #expect(states(narrator.take(now)) == [.running])
  }

  @Test func `a run of a service that nobody has seen is only told to have run`() {
    func service(_ runs: Int) -> Situation {
      var now = situation(.idle, runs: runs)
      now.actions[0].description.isService = true
      return now
    }
    var narrator = Narrator(after: service(0))
    #expect(states(narrator.take(service(1))) == [.running, .idle])
  }

  @Test func `a run has its number from its acceptance on`() {
    var narrator = Narrator(after: situation(.succeeded, runs: 1))
    #expect(runs(narrator.take(situation(.running, runs: 1))) == [2])
    #expect(narrator.take(situation(.running, runs: 1)) == [])
    #expect(narrator.take(situation(.running, runs: 2)) == [])
    #expect(narrator.takeOutput(of: situation(.running, runs: 2).actions[0]) == [])
    #expect(runs(narrator.take(situation(.succeeded, runs: 2))) == [2])
  }

  @Test func `a value is reported before the end of its run`() {
    var narrator = Narrator(after: situation(.running, runs: 1))
    let now = situation(.succeeded, runs: 1, value: "128 items")
    #expect(narrator.take(now) == [.value(action: "build", "128 items"), .action(now.actions[0])])
  }

  @Test func `an error is reported when it appears and when it is cleared`() {
    let problem = Situation.Problem(id: 1, source: "build", message: "exit code 1", since: .zero)
    var narrator = Narrator(after: Situation(title: ""))
    var failed = Situation(title: "")
    failed.problems = [problem]
    #expect(narrator.take(failed) == [.problem(problem)])
    #expect(narrator.take(failed) == [])
    #expect(narrator.take(Situation(title: "")) == [.cleared(action: "build")])
  }

  @Test func `activity and network are reported`() {
    var narrator = Narrator(after: Situation(title: ""))
    var now = Situation(title: "")
    now.activity = Situation.ShownActivity(isLoading: true, value: JobActivity(id: "build", title: "Build"))
    now.network = Situation.Network(isVisible: true, requests: 1)
    #expect(narrator.take(now) == [.activity(now.activity), .network(now.network)])
    // Progress is not printed.
    now.activity.value?.fraction = 0.5
    #expect(narrator.take(now) == [])
    now.activity.value?.value = "half"
    #expect(narrator.take(now) == [.activity(now.activity)])
  }

  @Test func `actions that come and go with a changed board are compared by name`() {
    var narrator = Narrator(after: situation(.succeeded, runs: 1))
    var now = situation(.succeeded, runs: 1)
    now.actions.insert(ActionStatus(ActionDescription(id: "new", title: "new")), at: 0)
    #expect(narrator.take(now) == [])
    now.actions.removeLast()
    now.actions[0].isRunning = true
    now.actions[0].runs.count = 1
    #expect(narrator.take(now) == [.action(now.actions[0])])
  }

  private func situation(
    _ state: ActionStatus.Phase, runs: Int = 0, value: String? = nil
  ) -> Situation {
    var action = ActionStatus(ActionDescription(id: "build", title: "Build"))
    action.isRunning = state == .running
    action.runs.last.result = state == .succeeded ? .succeeded : nil
    (action.runs.count, action.runs.value) = (runs, value)
    var situation = Situation(title: "")
    situation.actions = [action]
    return situation
  }

  private func runs(_ changes: [Change]) -> [Int] {
    changes.compactMap { if case .action(let action) = $0 { action.runs.count } else { nil } }
  }

  private func states(_ changes: [Change]) -> [ActionStatus.Phase] {
    changes.compactMap { if case .action(let action) = $0 { action.state } else { nil } }
  }
}
