internal import Board
package import Boundary
internal import SignalboxCore

extension Situation {
  /// Reads the present moment of a board.
  @MainActor
  package init(_ interlocking: Interlocking) {
    let station = interlocking.station
    self.init(title: interlocking.board.title)
    actions = interlocking.jobs.map { ActionStatus($0, on: interlocking) }
    let shown = station.activity.state.data
    activity = ShownActivity(isLoading: shown.loading, value: shown.associatedValue)
    activities = station.activity.activities.data.map {
      RunningActivity(id: $0.id, value: $0.value, since: $0.since)
    }
    isAttended = interlocking.isAttended
    watch = interlocking.watchState
    lastStop = interlocking.lastStop
    plans = interlocking.plans
    problems = station.errors.reports.data.map(Problem.init)
    network = Network(
      isVisible: station.network.isVisible.data, requests: station.network.activeRequestCount.data)
    cluster = interlocking.cluster?.state
    startDelay = interlocking.board.network.startDelay
    completionDelay = interlocking.board.network.completionDelay
    remarkCount = interlocking.board.remarks.count
    remarks = interlocking.board.remarks
    if remarkCount > Self.remarkLimit { remarks.removeSubrange(Self.remarkLimit...) }
  }
}

extension Situation.Problem {
  fileprivate init(_ report: ErrorReport) {
    self.init(
      id: report.id, source: "\(report.source)", message: "\(report.error)", since: report.since)
    action = report.source == .cluster ? nil : report.source.name
    priority = report.priority
    lastSeen = report.lastSeen
    expires = report.expires
    timesSeen = report.timesSeen
  }
}
