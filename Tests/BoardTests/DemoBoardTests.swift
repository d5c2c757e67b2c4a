import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct DemoBoardTests {
  @Test func `the demo consists of simulations`() throws {
    for action in try Board.demo().actions {
      guard case .simulation = action.work else {
        Issue.record("\(action.id) is not simulated")
        continue
      }
    }
  }

  @Test func `the demo shows every option of simulations`() throws {
    let board = try Board.demo()
    let simulations = board.actions.compactMap { action in
      if case .simulation(let simulation) = action.work { simulation } else { nil }
    }

    #expect(board.title == "Signal box demo")
    #expect(simulations.contains { $0.duration < board.network.startDelay })
    #expect(simulations.contains { $0.steps > 0 })
    #expect(simulations.contains { $0.requests > 1 })
    #expect(Set(simulations.compactMap(\.failEvery)) == [2, 3])
    #expect(!board.actions.isEmpty && board.actions.allSatisfy { $0.key != nil })
    #expect(board.actions.contains { $0.confirmation != nil })
  }

  @Test func `some actions of the demo can be started at once`() throws {
    let board = try Board.demo()
    let facts = Facts(Dictionary(uniqueKeysWithValues: board.actions.map { ($0.id, .idle) }))

    let pressable = board.actions.filter { $0.enabledIf.evaluate(facts).isPassing }.map(\.id)

    #expect(pressable == ["ping", "sign-in", "upload", "sync"])
  }
}
