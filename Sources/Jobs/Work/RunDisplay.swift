internal import Boundary
internal import SignalboxCore

/// Shows value and progress of a run: in its activity, unless the action is quiet, and in the record of its
/// job.
final class RunDisplay: Sendable {
  private let shown: Locked<JobActivity>
  private let activity: Activity<JobActivity>?
  private let record: LiveData<JobRecord>

  init(_ shown: JobActivity, activity: Activity<JobActivity>?, record: LiveData<JobRecord>) {
    self.shown = Locked(shown)
    self.activity = activity
    self.record = record
  }

  /// Changes what is shown. From any thread, one change after the other.
  func show(_ change: (inout JobActivity) -> Void) {
    let shown = self.shown.withLock {
      change(&$0)
      return $0
    }
    activity?.update(shown)
    record.modify { $0.report(value: shown.value, fraction: shown.fraction) }
  }
}
