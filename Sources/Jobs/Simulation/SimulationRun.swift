internal import Board
internal import SignalboxCore

extension Run {
  /// Runs simulated requests, which light the network indicator as real ones would.
  func run(_ simulation: Simulation, number: Int, _ display: RunDisplay) async throws {
    let page = SimulationPage(self, display)
    let outcome = try await simulation.run(number: number, clock: environment.clock) { page.take($0) }
    if case .failed(let message) = outcome { throw JobFailure.simulated(message) }
  }
}

/// Where the events of a simulation go: its requests to the network indicator, its words to the job.
private final class SimulationPage: @unchecked Sendable {
  private let run: Run
  private let display: RunDisplay
  private let lock = Lock()
  private var requests: [Int: NetworkRequest] = [:]

  init(_ run: Run, _ display: RunDisplay) {
    self.run = run
    self.display = display
  }

  func take(_ event: Simulation.Event) {
    switch event {
    case .requestStarted(let number):
      guard let request = run.beginRequest() else { return }
      lock.withLock { requests[number] = request }
    case .requestStopped(let number):
      lock.withLock { requests.removeValue(forKey: number) }?.end()
    case .value(let value):
      run.output.append([OutputLine(value)])
      display.show { $0.value = value }
    case .progress(let completed, let total):
      run.output.append([OutputLine("step \(completed)/\(total)", overwrites: completed > 0)])
      display.show {
        $0.fraction = Double(completed) / Double(total)
        $0.progress = "\(completed)/\(total)"
      }
    }
  }
}
