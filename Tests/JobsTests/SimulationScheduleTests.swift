import Board
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct SimulationScheduleTests {
  @Test func `one request takes the whole time`() {
    let network = Simulation(duration: .seconds(2))
    #expect(
      network.schedule(ofRun: 1) == [
        .init(.zero, .requestStarted(0)), .init(.seconds(2), .requestStopped(0)),
      ])
    #expect(network.outcome(ofRun: 1) == .succeeded)
  }

  @Test func `steps are at equal distances`() {
    let network = Simulation(duration: .seconds(4), steps: 2, value: "catalogue")
    #expect(
      network.schedule(ofRun: 1) == [
        .init(.zero, .requestStarted(0)),
        .init(.zero, .value("catalogue")),
        .init(.zero, .progress(completed: 0, of: 2)),
        .init(.seconds(2), .progress(completed: 1, of: 2)),
        .init(.seconds(4), .progress(completed: 2, of: 2)),
        .init(.seconds(4), .requestStopped(0)),
      ])
  }

  @Test func `parallel requests overlap in the middle`() {
    let network = Simulation(duration: .seconds(6), requests: 3)
    #expect(
      network.schedule(ofRun: 1) == [
        .init(.seconds(0), .requestStarted(0)),
        .init(.seconds(1), .requestStarted(1)),
        .init(.seconds(2), .requestStarted(2)),
        .init(.seconds(4), .requestStopped(0)),
        .init(.seconds(5), .requestStopped(1)),
        .init(.seconds(6), .requestStopped(2)),
      ])
  }

  @Test func `every nth run fails`() {
    let network = Simulation(duration: .seconds(1), failEvery: 3, failure: "503")
    let outcomes = (1...6).map(network.outcome(ofRun:))
    #expect(outcomes == [.succeeded, .succeeded, .failed("503"), .succeeded, .succeeded, .failed("503")])
  }

  @Test func `a run that fails never reports its last step`() {
    let network = Simulation(duration: .seconds(2), steps: 2, failEvery: 1)
    #expect(
      network.schedule(ofRun: 1) == [
        .init(.zero, .requestStarted(0)),
        .init(.zero, .progress(completed: 0, of: 2)),
        .init(.seconds(1), .progress(completed: 1, of: 2)),
        .init(.seconds(2), .requestStopped(0)),
      ])
  }

  @Test func `in a run without duration all events are at the same time`() {
    let network = Simulation(duration: .zero, requests: 2)
    #expect(
      network.schedule(ofRun: 1).map(\.event) == [
        .requestStarted(0), .requestStarted(1), .requestStopped(0), .requestStopped(1),
      ])
  }
}
