internal import Boundary

/// Finds the changes between two moments of a board: a pure state machine.
///
/// Several runs may have begun and ended between two moments; the last of them is reported, with its start
/// and its end. The start of a run is reported before its output.
struct Narrator: Sendable {
  private var reported: Situation
  /// The actions of that moment as they were reported.
  private var actions: [ActionReading]

  /// - Parameter situation: The first moment, which is not reported.
  init(after situation: Situation) {
    reported = situation
    actions = situation.actions.map(ActionReading.init)
  }

  /// Takes the next moment, and returns what has changed.
  mutating func take(_ now: Situation) -> [Change] {
    var readings = now.actions.map(ActionReading.init)
    let earlier = reportedBefore(readings)
    for index in readings.indices { readings[index].countAcceptedRun(after: earlier[index]) }
    defer { (reported, actions) = (now, readings) }
    return actionChanges(from: earlier, to: readings) + problemChanges(now)
      + now.plans.filter { !reported.plans.contains($0) }.map { .plan($0) }
      + (reported.activity.says(as: now.activity) ? [] : [.activity(now.activity)])
      + (reported.network == now.network ? [] : [.network(now.network)])
  }

  /// An action has printed something. Returns what must be reported before that: the start of its run.
  /// - Parameter reading: The action at that moment; its guard may be unknown.
  mutating func takeOutput(of reading: ActionReading) -> [Change] {
    guard reading.state.isPresent, let index = actions.firstIndex(where: { $0.id == reading.id })
    else { return [] }
    let last = actions[index]
    var news = reading
    news.countAcceptedRun(after: last)
    guard !last.state.isPresent || last.runCount < news.runCount else { return [] }
    news.blockedBy = last.blockedBy
    news.value = last.value
    actions[index] = news
    return [.action(news)]
  }

  /// The number of runs of an action that have been reported.
  func runCount(of id: String) -> Int? {
    actions.first { $0.id == id }?.runCount
  }

  private func actionChanges(from earlier: [ActionReading], to now: [ActionReading]) -> [Change] {
    zip(earlier, now).flatMap { old, new -> [Change] in
      var changes: [Change] = []
      let hasRunUnseen = new.runCount > old.runCount && !new.state.isPresent
      if hasRunUnseen {
        var running = ActionReading(id: new.id)
        running.state = .running
        running.isEnabled = false
        running.runCount = new.runCount
        (running.repeatsQuietly, running.isByClock) = (new.repeatsQuietly, new.isByClock)
        changes.append(.action(running))
      }
      if old.value != new.value { changes.append(.value(action: new.id, new.value)) }
      var reportedBefore = old
      reportedBefore.value = new.value
      if hasRunUnseen || reportedBefore != new { changes.append(.action(new)) }
      return changes
    }
  }

  private func problemChanges(_ now: Situation) -> [Change] {
    let gone = reported.problems.filter { old in !now.problems.contains { $0.source == old.source } }
    let new = now.problems.filter { !reported.problems.contains($0) }
    return gone.map { .cleared(action: $0.source) } + new.map { .problem($0) }
  }

  /// These actions as they were reported. An action that the board did not have was idle.
  private func reportedBefore(_ readings: [ActionReading]) -> [ActionReading] {
    if actions.elementsEqual(readings, by: { $0.id == $1.id }) { return actions }
    let known = Dictionary(uniqueKeysWithValues: actions.map { ($0.id, $0) })
    return readings.map { known[$0.id] ?? ActionReading(id: $0.id) }
  }
}

extension Situation.ShownActivity {
  /// Whether the same is printed of it. Progress is not.
  fileprivate func says(as other: Self) -> Bool {
    (isLoading, value?.id, value?.value) == (other.isLoading, other.value?.id, other.value?.value)
  }
}
