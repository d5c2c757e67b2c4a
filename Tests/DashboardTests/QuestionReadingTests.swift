import Boundary
import Programs
import TerminalUI
import Testing

@testable import Dashboard

/// What the panel shows of a program that asks.
@Suite(.timeLimit(.minutes(15))) struct QuestionReadingTests {
  private func state(_ change: (inout ActionStatus) -> Void) -> Dashboard.State {
    var status = ActionStatus(ActionDescription(id: "deploy", title: "Deploy"))
    status.isRunning = true
    status.run()
    status.fraction = 0.5
    change(&status)
    var situation = Situation(title: "Test")
    situation.actions = [status]
    var levers = Dashboard.Levers()
    _ = levers.update(to: situation)
    var state = Dashboard.State(title: "Test")
    Dashboard.Reading(situation: situation, now: .seconds(20), levers: levers, clock: WallClock())
      .fill(&state)
    return state
  }

  private let question = ProgramQuestion(number: 1, text: "Password:", isHidden: true)

  @Test func `the row says what is asked, and the key for answering is offered`() {
    let asking = state { $0.run { $0.question = question } }
    #expect(asking.buttons.first?.lastResult == "asks: Password:")
    #expect(asking.buttons.first?.fraction == nil)
    #expect(asking.allows(.answer))
    let silent = state { _ in }
    #expect(silent.buttons.first?.fraction == 0.5)
    #expect(!silent.allows(.answer))
  }

  @Test func `a hidden input without a line is named`() {
    let state = state {
      $0.run { $0.question = ProgramQuestion(number: 1, text: "", isHidden: true) }
    }
    #expect(state.buttons.first?.lastResult == "asks: a hidden input")
  }

  @Test func `nothing is answered in a read-only panel or after the end of the box`() {
    for change in [\Dashboard.State.isReadOnly, \.isStale] {
      var state = state { $0.run { $0.question = question } }
      state[keyPath: change] = true
      #expect(!state.allows(.answer))
    }
  }

  @Test func `that a program is being cancelled is more important`() {
    let state = state {
      $0.run { $0.question = question }
      $0.isCancelling = true
    }
    #expect(state.buttons.first?.lastResult == "cancelling")
  }

  @Test func `a program that cannot get keys is told what helps`() {
    let state = state { $0.run { $0.wantsKeys = true } }
    #expect(state.buttons.first?.lastResult == "wants keys: terminal: full")
    #expect(!state.allows(.answer))
  }
}
