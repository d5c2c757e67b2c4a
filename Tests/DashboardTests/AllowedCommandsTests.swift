import Board
import Boundary
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct AllowedCommandsTests {
  private func allowsCancel(_ change: (inout Dashboard.Button) -> Void) -> Bool {
    var button = Dashboard.Button(id: "deploy", title: "Deploy")
    change(&button)
    var state = Dashboard.State(title: "")
    state.buttons = [button]
    return state.allows(.cancel)
  }

  @Test func `a run, a plan and a plan that has stopped can be cancelled`() {
    #expect(!allowsCancel { _ in })
    #expect(allowsCancel { $0.phase = .running })
    #expect(allowsCancel { $0.plan = .performed(count: "1/2", asks: false) })
    #expect(allowsCancel { $0.plan = .stopped })
  }
}
