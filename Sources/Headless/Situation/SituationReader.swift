internal import Board
package import Jobs
internal import SignalboxCore

extension Situation {
  /// Reads the present moment of a board.
  @MainActor
  package init(_ interlocking: Interlocking) {
    let station = interlocking.station
    problems = station.errors.reports.data.map(Problem.init)
    let shown = station.activity.state.data
    activity = ShownActivity(
      isLoading: shown.loading, action: shown.associatedValue?.id, value: shown.associatedValue?.value)
    network = Network(
      isVisible: station.network.isVisible.data, requests: station.network.activeRequestCount.data)
    actions = interlocking.jobs.map { job in
      var reading = ActionReading(job)
      if case .blocked(let parts) = interlocking.verdict(on: job.id) { reading.blockedBy = parts }
      return reading
    }
  }
}

extension Situation.Problem {
  fileprivate init(_ report: ErrorReport) {
    self.init(
      id: report.id, action: "\(report.source)", message: "\(report.error)",
      priority: report.priority.word,
      reset: report.expires.map { $0 - report.lastSeen }, timesSeen: report.timesSeen)
  }
}
