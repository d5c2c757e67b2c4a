internal import Board
package import Boundary
internal import Cluster
internal import SignalboxCore

extension ActionStatus {
  /// One moment of a job. On any thread.
  package init(_ job: Job) {
    self.init(job.sharedDescription)
    // A status is large: it is filled where it stands.
    job.withMoment { state, record, verdict in
      take(state, record)
      self.verdict = verdict
    }
    leftRunning = job.leftRunning
  }

  private mutating func take(_ state: ActionState, _ record: JobRecord) {
    isRunning = state.executing
    isEnabled = state.enabled
    isCancelling = state.isCancelling
    running = state.running
    waiting = state.waiting
    runs = record.runs
    present = record.present
    // The runs of other jobs are less comparable.
    if description.repeats, SuccessRate(record.history).count > 0 {
      trend = RunTrend(record.history, isProbe: description.isProbe, limit: RunTrend.pointLimit)
    }
  }

  /// The last run was one on another machine.
  private mutating func take(_ other: LastValue) {
    runs.last = FinishedRun(other.outcome, duration: other.duration)
    if case .lost(let reason) = other.outcome {
      runs.last.result = .failed("lost on \(other.user)@\(other.host), \(reason)")
    }
    runs.value = other.value
  }

  /// One moment of a job, with what is pending and what other machines know.
  @MainActor
  init(_ job: Job, on interlocking: Interlocking) {
    self.init(job)
    if job.definition.port != nil { port = interlocking.ports.known(job.definition) }
    pendingChange = interlocking.pendingChange(of: job.id)
    freshness = interlocking.freshness(of: job)
    watchNote = interlocking.watchNote(of: job)
    if job.definition.shared != nil {
      shared = interlocking.cluster?.state(of: job.id) ?? .absent
      if !isRunning, let last = interlocking.cluster?.resultElsewhere(of: job.id) { take(last) }
    }
    guard let certainty = interlocking.certainty(about: job) else { return }
    verdict = certainty.verdict
    // An action may also wait for a fact that only other machines know.
    if certainty.dependsOnOthers { shared = .absent }
  }
}
