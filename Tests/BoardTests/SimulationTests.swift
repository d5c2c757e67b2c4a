import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct SimulationTests {
  @Test func `simulated failures are deterministic`() {
    let simulation = Simulation(duration: .seconds(1), failEvery: 3)

    #expect((1...7).filter(simulation.fails) == [3, 6])
    #expect((1...7).filter(Simulation(duration: .seconds(1)).fails).isEmpty)
  }
}
