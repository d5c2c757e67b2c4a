/// Tells what has changed since it was last asked: a pure state machine.
///
/// Several changes may have come between two moments. Of the runs that began and ended in between the last is told, as
/// both; and output of a run is told after its beginning.
struct Narrator: Sendable {
  private var told: Situation

  /// - Parameter situation: What need not be told.
  init(after situation: Situation) { told = situation }

  /// Takes in another moment, and returns what has changed.
  mutating func take(_ now: Situation) -> [Change] {
    var now = now
    for (index, earlier) in zip(now.actions.indices, told.actions) {
      now.actions[index].countAcceptedRun(after: earlier)
    }
    defer { told = now }
    return actionChanges(now) + problemChanges(now)
      + (told.activity == now.activity ? [] : [.activity(now.activity)])
      + (told.network == now.network ? [] : [.network(now.network)])
  }

  /// Takes in that an action has printed something, and returns what has to be told before that: the beginning of its run.
  /// - Parameter reading: The action at that moment. Its guard need not be known.
  mutating func takeOutput(of reading: ActionReading) -> [Change] {
    guard reading.state == .running, let index = told.actions.firstIndex(where: { $0.id == reading.id })
    else { return [] }
    let last = told.actions[index]
    var news = reading
    news.countAcceptedRun(after: last)
    guard last.state != .running || last.runCount < news.runCount else { return [] }
    news.blockedBy = last.blockedBy
    news.value = last.value
    told.actions[index] = news
    return [.action(news)]
  }

  /// How many runs of an action have been told.
  func runCount(of id: String) -> Int? {
    told.actions.first { $0.id == id }?.runCount
  }

  private func actionChanges(_ now: Situation) -> [Change] {
    zip(told.actions, now.actions).flatMap { old, new -> [Change] in
      var changes: [Change] = []
      let hasRunUnseen = new.runCount > old.runCount && new.state != .running
      if hasRunUnseen {
        var running = ActionReading(id: new.id)
        running.state = .running
        running.isEnabled = false
        running.runCount = new.runCount
        changes.append(.action(running))
      }
      if old.value != new.value { changes.append(.value(action: new.id, new.value)) }
      var toldBefore = old
      toldBefore.value = new.value
      if hasRunUnseen || toldBefore != new { changes.append(.action(new)) }
      return changes
    }
  }

  private func problemChanges(_ now: Situation) -> [Change] {
    let gone = told.problems.filter { old in !now.problems.contains { $0.action == old.action } }
    let new = now.problems.filter { !told.problems.contains($0) }
    return gone.map { .cleared(action: $0.action) } + new.map { .problem($0) }
  }
}
