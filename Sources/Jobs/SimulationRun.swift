internal import Board
internal import SignalboxCore

extension Run {
  /// Runs simulated requests, which light the network indicator as real ones would.
  func run(_ simulation: Simulation, number: Int, _ activity: Activity<JobActivity>) async throws {
    let page = SimulationPage(self, activity)
    let outcome = try await simulation.run(number: number, clock: environment.clock) { page.take($0) }
    if case .failed(let message) = outcome { throw JobFailure.simulated(message) }
  }
}

/// Where the events of a simulation go: its requests to the network indicator, its words to the job.
private final class SimulationPage: @unchecked Sendable {
  private let run: Run
  private let activity: Activity<JobActivity>
  private let lock = Lock()
  private var shown: JobActivity
  private var requests: [Int: NetworkRequest] = [:]

  init(_ run: Run, _ activity: Activity<JobActivity>) {
    self.run = run
    self.activity = activity
    shown = JobActivity(id: run.definition.id, title: run.definition.title)
  }

  func take(_ event: Simulation.Event) {
    switch event {
    case .requestStarted(let number):
      let request = run.station.network.begin()
      lock.withLock { requests[number] = request }
    case .requestStopped(let number):
      lock.withLock { requests.removeValue(forKey: number) }?.end()
    case .value(let value):
      run.output.append([OutputLine(value)])
      show { $0.value = value }
    case .progress(let completed, let total):
      run.output.append([OutputLine("step \(completed)/\(total)", overwrites: completed > 0)])
      show {
        $0.fraction = Double(completed) / Double(total)
        $0.progress = "\(completed)/\(total)"
      }
    }
  }

  private func show(_ change: (inout JobActivity) -> Void) {
    let shown = lock.withLock {
      change(&self.shown)
      return self.shown
    }
    activity.update(shown)
    run.record.modify { $0.report(value: shown.value, fraction: shown.fraction) }
  }
}
