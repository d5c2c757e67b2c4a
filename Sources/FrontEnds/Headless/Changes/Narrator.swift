internal import Board
internal import Boundary
internal import Programs

/// Finds the changes between two moments of a board: a pure state machine.
///
/// Several runs may have begun and ended between two moments; the last of them is reported, with its start
/// and its end. The start of a run is reported before its output.
struct Narrator: Sendable {
  private var reported: Situation
  /// The actions of that moment as they were reported.
  private var actions: [ActionStatus]

  /// - Parameter situation: The first moment, which is not reported.
  init(after situation: Situation) {
    reported = situation
    actions = situation.actions
  }

  /// Takes the next moment, and returns what has changed.
  mutating func take(_ now: Situation) -> [Change] {
    var present = now.actions
    let earlier = reportedBefore(present)
    for index in present.indices { present[index].countAcceptedRun(after: earlier[index]) }
    defer { (reported, actions) = (now, present) }
    return actionChanges(from: earlier, to: present) + problemChanges(now)
      + now.plans.filter { !reported.plans.contains($0) }.map { .plan($0) }
      + (reported.activity.says(as: now.activity) ? [] : [.activity(now.activity)])
      + (reported.network == now.network ? [] : [.network(now.network)])
  }

  /// An action has printed something. Returns what must be reported before that: the start of its run.
  /// - Parameter action: The action at that moment; its guard may be unknown.
  mutating func takeOutput(of action: ActionStatus) -> [Change] {
    guard action.phase.isPresent, let index = actions.firstIndex(where: { $0.id == action.id })
    else { return [] }
    let last = actions[index]
    var news = action
    news.countAcceptedRun(after: last)
    guard !last.phase.isPresent || last.runs.count < news.runs.count else { return [] }
    news.verdict = last.verdict
    news.runs.value = last.runs.value
    actions[index] = news
    return [.action(news)]
  }

  /// The number of the last run of an action that has been reported; nil if none has.
  func lastRun(of id: String) -> Int? { actions.first { $0.id == id }?.lastRun }

  private func actionChanges(from earlier: [ActionStatus], to now: [ActionStatus]) -> [Change] {
    zip(earlier, now).flatMap { old, new -> [Change] in
      var changes: [Change] = []
      let hasRunUnseen = new.runs.count > old.runs.count && !new.phase.isPresent
      if hasRunUnseen { changes.append(.action(new.duringUnseenRun)) }
      if old.runs.value != new.runs.value { changes.append(.value(action: new.id, new.runs.value)) }
      if hasRunUnseen || !old.says(as: new) { changes.append(.action(new)) }
      return changes
    }
  }

  private func problemChanges(_ now: Situation) -> [Change] {
    let gone = reported.problems.filter { old in !now.problems.contains { $0.source == old.source } }
    let new = now.problems.filter { !reported.problems.contains($0) }
    return gone.map { .cleared(action: $0.source) } + new.map { .problem($0) }
  }

  /// These actions as they were reported. An action that the board did not have was idle.
  private func reportedBefore(_ present: [ActionStatus]) -> [ActionStatus] {
    if actions.elementsEqual(present, by: { $0.id == $1.id }) { return actions }
    let known = Dictionary(uniqueKeysWithValues: actions.map { ($0.id, $0) })
    return present.map { known[$0.id] ?? ActionStatus(ActionDescription(id: $0.id, title: "")) }
  }
}

extension ActionStatus {
  /// Counts a run from its acceptance on: a job that has accepted a run is running, even if the run has not
  /// begun yet.
  /// - Parameter earlier: The previous moment of the action.
  fileprivate mutating func countAcceptedRun(after earlier: ActionStatus) {
    guard phase.isPresent, runElsewhere == nil, runs.count <= earlier.runs.count else { return }
    let isSameRun = earlier.phase.isPresent && earlier.runElsewhere == nil
    runs.count = isSameRun ? earlier.runs.count : earlier.runs.count + 1
  }

  /// What it was while the last run was in progress that began and ended between two moments.
  fileprivate var duringUnseenRun: ActionStatus {
    var running = ActionStatus(definition)
    // Whether a service has started or was ready is not known.
    if running.description.isService { running.description.isService = false }
    (running.isRunning, running.isEnabled) = (true, false)
    (running.runs.count, running.runs.keepsResult) = (runs.count, runs.keepsResult)
    return running
  }

  /// Whether the same is printed of it. Its value is printed by itself.
  fileprivate func says(as other: Self) -> Bool {
    // Most actions do not change from one moment to the next.
    if self == other { return true }
    let isSameState =
      (state, isEnabled, verdict, runs.percent, port, runs.count)
      == (other.state, other.isEnabled, other.verdict, other.runs.percent, other.port, other.runs.count)
    let isSameReason =
      (failure, finished, freshness, watchNote, shared?.wait, runElsewhere?.place)
      == (
        other.failure, other.finished, other.freshness, other.watchNote, other.shared?.wait,
        other.runElsewhere?.place
      )
    let isSameQuestion =
      (question?.words, question?.isHidden, runs.keepsResult, description.repeatsQuietly)
      == (
        other.question?.words, other.question?.isHidden, other.runs.keepsResult,
        other.description.repeatsQuietly
      )
    return isSameState && isSameReason && isSameQuestion
  }
}

extension Situation.ShownActivity {
  /// Whether the same is printed of it. Progress is not.
  fileprivate func says(as other: Self) -> Bool {
    (isLoading, value?.id, value?.value) == (other.isLoading, other.value?.id, other.value?.value)
  }
}
