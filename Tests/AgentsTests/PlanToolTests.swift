import Board
import Boundary
import Testing
import Wire

@testable import Agents

/// The tool that shows a plan.
@Suite(.timeLimit(.minutes(15))) struct PlanToolTests {
  private var seat = TestSeat([
    TestSeat.action("build"), TestSeat.action("audit") { $0.description.agents = .init(.look) },
    TestSeat.action("hidden") { $0.description.agents = .init(.none) },
    TestSeat.action("deploy") { $0.description.title = "Ship it" },
  ])

  private static func step(_ number: Int, _ action: String, after: [Int] = []) -> PlanStatus.Step {
    var step = PlanStatus.Step()
    (step.number, step.action, step.after) = (number, action, after)
    return step
  }

  /// Calls the tool, and answers for the box.
  private mutating func answer(_ change: (inout PlanStatus) -> Void) throws -> TestSeat.Answer {
    seat.call("plan", ["action": "deploy"])
    let wish = seat.wish()
    guard case .plan(let call, "deploy")? = wish else {
      Issue.record("no plan is wanted: \(String(describing: wish))")
      throw Missing()
    }
    var plan = PlanStatus()
    plan.action = "deploy"
    change(&plan)
    seat.take(.planned(call: call, plan))
    let answer = seat.answer()
    return try #require(answer)
  }

  private struct Missing: Error {}

  @Test mutating func `the steps have the names of the actions, and nothing is started`() throws {
    let answer = try answer { $0.steps = [Self.step(1, "build"), Self.step(2, "audit", after: [1])] }
    #expect(
      answer.text == """
        deploy: To unlock it: 2 presses
          1 build
          2 audit   after 1
            deploy
        audit: only a person can press it
        No tool performs a plan. Press its steps in this order, or tell the person.
        """)
    #expect(!answer.isError)
    let wish = seat.wish()
    #expect(wish == nil)
  }

  @Test mutating func `a plan that needs what agents cannot see says only that`() throws {
    let step = try answer { $0.steps = [Self.step(1, "hidden")] }
    #expect(step.text == "deploy needs something that agents cannot see. Tell the person.")
    let need = try answer {
      $0.isFound = false
      $0.people = [.init(action: "hidden", needs: "x")]
    }
    #expect(need.text == step.text)
    let part = try answer {
      $0.isFound = false
      $0.missing = ["hidden.succeeded"]
    }
    #expect(!part.text.contains("hidden"), "\(part.text)")
  }

  @Test
  mutating func `without a plan it says what is missing, and of an unlocked action that it is unlocked`()
    throws
  {
    let missing = try answer {
      $0.isFound = false
      $0.missing = ["build.exit-code == 3"]
    }
    #expect(
      missing.text == """
        deploy: No plan found
          needs build.exit-code == 3
        Tell the person what is missing.
        """)
    let unlocked = try answer { _ in }
    #expect(unlocked.text == "deploy: unlocked")
  }

  @Test mutating func `a plan that is being performed is waited for`() throws {
    let answer = try answer {
      ($0.since, $0.starter) = (.seconds(1), "panel on pts/3")
      $0.steps = [Self.step(1, "build")]
    }
    #expect(answer.text.hasPrefix("deploy: Plan, run by panel on pts/3\n"), "\(answer.text)")
    #expect(answer.text.hasSuffix("use wait with action deploy."), "\(answer.text)")
  }

  @Test mutating func `a box that has ended is said`() {
    seat.call("plan", ["action": "deploy"])
    guard case .plan(let call, _)? = seat.wish() else {
      Issue.record("no plan is wanted")
      return
    }
    seat.take(.planned(call: call, nil))
    let ended = seat.answer()
    #expect(ended?.isError == true)
    seat.call("plan", ["action": "hidden"])
    let unknown = seat.answer()
    #expect(unknown?.text.hasPrefix("there is no action") == true)
  }
}
