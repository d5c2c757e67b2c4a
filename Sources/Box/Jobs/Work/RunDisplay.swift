internal import Boundary
internal import SignalboxCore

/// Shows value and progress of a run: in its activity, if it has one now, and in the record of its job.
final class RunDisplay: Sendable {
  private struct State {
    var shown: JobActivity
    var activity: Activity<JobActivity>?
    var warning: String?
    /// A value that is over when the run has come further.
    var passing: String?
  }

  private let state: Locked<State>
  private let record: LiveData<JobRecord>

  init(_ shown: JobActivity, activity: Activity<JobActivity>?, record: LiveData<JobRecord>) {
    state = Locked(State(shown: shown, activity: activity))
    self.record = record
  }

  /// What the run warns about, if it succeeds; nil for nothing.
  var warning: String? {
    get { state.withLock { $0.warning } }
    set { state.withLock { $0.warning = newValue } }
  }

  /// Changes what is shown. From any thread, one change after the other.
  func show(_ change: (inout JobActivity) -> Void) {
    let (shown, activity) = state.withLock {
      change(&$0.shown)
      return ($0.shown, $0.activity)
    }
    activity?.update(shown)
    record.modify { $0.report(value: shown.value, fraction: shown.fraction) }
  }

  /// Shows a value until ``dropPassing()``, or until there is another one.
  func showPassing(_ value: String) {
    state.withLock { $0.passing = value }
    show { shown in
      shown.value = value
      (shown.fraction, shown.progress) = (nil, nil)
    }
  }

  /// Removes the value that was shown only for a while; another one stays.
  func dropPassing() {
    guard let passing = state.withLock({ $0.passing.take() }) else { return }
    forgetValue(passing)
    record.modify { $0.clearValue(passing) }
  }

  /// Removes a value that is over; another one stays.
  func forgetValue(_ value: String) {
    let (shown, activity, isOver) = state.withLock { state in
      let isOver = state.shown.value == value
      if isOver { state.shown.value = nil }
      return (state.shown, state.activity, isOver)
    }
    if isOver { activity?.update(shown) }
  }

  /// Begins an activity, unless there is one, or ends it.
  /// - Parameter indicator: The indicator that shows the activity; nil to end it.
  func showActivity(in indicator: ActivityIndicator<JobActivity>?) {
    guard let indicator else { return state.withLock { $0.activity.take() }?.end() ?? () }
    let (shown, isShown) = state.withLock { ($0.shown, $0.activity != nil) }
    if isShown { return }
    let activity = indicator.begin(associatedValue: shown)
    state.withLock { $0.activity = activity }
  }
}
