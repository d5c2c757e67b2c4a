import Board
import Boundary
import Jobs
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) @MainActor struct ExplanationTextTests {
  @Test func `a locked action explains its guard`() throws {
    try expectEqual(
      text("test"),
      """
      test: locked: needs build.succeeded and build.value > 1
        enabled-if: build.succeeded && build.value > 1
        build.succeeded  false
        build.value      unknown
      """)
  }

  @Test func `an action without a guard is always unlocked`() throws {
    try expectEqual(text("build"), "build: always unlocked, it has no guard")
  }

  @Test func `what other machines do prevents the start of a shared action`() {
    var action = ActionDescription(id: "deploy", title: "deploy")
    let explanation = Explanation(
      needs: "test.succeeded", verdict: .passes, facts: [], refusal: "is running on ada's laptop")
    #expect(ExplanationText.lines(explanation, of: ActionStatus(action)).first == "deploy: unlocked")
    action.isShared = true
    #expect(
      ExplanationText.lines(explanation, of: ActionStatus(action)).first
        == "deploy: is running on ada's laptop")
  }

  @Test func `what an action is for and does follows the verdict`() throws {
    let definition = try Board.parse(
      """
      actions:
        test:
          description: Runs the tests
          run: |
            swift build
            swift test
      """, file: "test.yml")["test"]
    let action = ActionDescription(try #require(definition))
    let explanation = Explanation(needs: "a.idle", verdict: .passes, facts: [], refusal: nil)
    #expect(
      ExplanationText.lines(explanation, of: ActionStatus(action)).map(\.string) == [
        "test: unlocked", "  Runs the tests", "  run: swift build", "       swift test",
        "  enabled-if: a.idle",
      ])
  }

  @Test func `why the last run failed follows the verdict`() {
    let explanation = Explanation(needs: "", verdict: .passes, facts: [], refusal: nil)
    var action = ActionStatus(ActionDescription(id: "test", title: "test"))
    action.runs.last.result = .failed("exit code 3")
    #expect(
      ExplanationText.lines(explanation, of: action).map(\.string) == [
        "test: always unlocked, it has no guard", "  failed: exit code 3",
      ])
  }

  private func text(_ id: String) throws -> String {
    let board = try Board.parse(
      """
      actions:
        build: {run: "true"}
        test: {run: "true", enabled-if: build.succeeded && build.value > 1}
      """, file: "test.yml")
    let scheduler = TestScheduler()
    let environment = JobEnvironment(scheduler: scheduler, clock: scheduler, executor: scheduler) { block in
      scheduler.schedule { MainActor.assumeIsolated { block() } }
    }
    let explanation = try #require(Interlocking(board, environment: environment).why(id))
    let action = ActionStatus(ActionDescription(id: id, title: id))
    return ExplanationText.lines(explanation, of: action).map(\.string).joined(separator: "\n")
  }
}
