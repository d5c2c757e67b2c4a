internal import Board
internal import Boundary
internal import Programs
internal import SignalboxCore

/// Simulates requests, which the network indicator shows like real ones.
struct SimulationWork: JobWork {
  let simulation: Simulation

  func perform(_ attempt: Attempt) async throws {
    let events = SimulationEvents(attempt)
    let outcome = try await simulation.run(number: attempt.number, clock: attempt.environment.clock) {
      events.take($0)
    }
    if let message = outcome.failure { throw JobFailure.simulated(message) }
  }
}

/// Shows the events of a simulation: its requests in the network indicator, the rest as output of the job.
private final class SimulationEvents: Sendable {
  private let attempt: Attempt
  private let requests = Locked<[Int: NetworkRequest]>([:])

  init(_ attempt: Attempt) { self.attempt = attempt }

  func take(_ event: Simulation.Event) {
    switch event {
    case .requestStarted(let number):
      guard let request = attempt.beginRequest() else { return }
      requests.withLock { $0[number] = request }
    case .requestStopped(let number):
      requests.withLock { $0.removeValue(forKey: number) }?.end()
    case .value(let value):
      attempt.print([OutputLine(value)])
      attempt.display.show { $0.value = value }
    case .progress(let completed, let total):
      attempt.print([OutputLine("step \(completed)/\(total)", replaces: completed > 0 ? 1 : 0)])
      attempt.display.show {
        $0.fraction = Double(completed) / Double(total)
        $0.progress = "\(completed)/\(total)"
      }
    }
  }
}
