internal import Board
package import Boundary
internal import SignalboxCore

extension ActionStatus {
  /// One moment of a job, without its guard. On any thread.
  package init(_ job: Job) {
    let snapshot = job.moment
    let (state, record) = (snapshot.state, snapshot.record)
    self.init(job.description)
    isRunning = snapshot.isRunning
    isEnabled = state.enabled
    isCancelling = snapshot.isCancelling
    running = state.running
    waiting = state.waiting
    runCount = record.runCount
    endedUpTo = record.endedUpTo
    input = record.input
    runningSince = record.runningSince.first
    keepsResult = record.keepsResult
    lastResult = record.lastResult
    toleratedFailure = record.toleratedFailure
    lastExitCode = record.lastExitCode
    lastDuration = record.lastDuration
    value = record.value
    fraction = record.fraction
    outputHolders = record.outputHolders
    stopEnd = record.stopEnd
    question = record.question
    wantsKeys = record.wantsKeys
    service = isRunning ? record.service : nil
    restarts = record.restarts
    totals = record.totals
    // The runs of other jobs are less comparable.
    if description.repeats, SuccessRate(record.history).count > 0 {
      trend = RunTrend(record.history, isProbe: description.isProbe, limit: RunTrend.pointLimit)
    }
  }

  /// One moment of a job, with the verdict of its guard.
  @MainActor
  init(_ job: Job, on interlocking: Interlocking) {
    self.init(job)
    verdict = interlocking.verdict(on: job.id)
    pendingChange = interlocking.pendingChange(of: job.id)
  }
}
