/// Finds the changes between two moments of a board: a pure state machine.
///
/// Several runs may have begun and ended between two moments; the last of them is reported, with its start
/// and its end. The start of a run is reported before its output.
struct Narrator: Sendable {
  private var reported: BoardReading

  /// - Parameter situation: The first moment, which is not reported.
  init(after situation: BoardReading) { reported = situation }

  /// Takes the next moment, and returns what has changed.
  mutating func take(_ now: BoardReading) -> [Change] {
    var now = now
    let earlier = reported.readings(of: now.actions)
    for index in now.actions.indices {
      now.actions[index].countAcceptedRun(after: earlier[index])
    }
    defer { reported = now }
    return actionChanges(from: earlier, to: now.actions) + problemChanges(now)
      + now.plans.filter { !reported.plans.contains($0) }.map { .plan($0) }
      + (reported.activity == now.activity ? [] : [.activity(now.activity)])
      + (reported.network == now.network ? [] : [.network(now.network)])
  }

  /// An action has printed something. Returns what must be reported before that: the start of its run.
  /// - Parameter reading: The action at that moment; its guard may be unknown.
  mutating func takeOutput(of reading: ActionReading) -> [Change] {
    guard reading.state.isPresent, let index = reported.actions.firstIndex(where: { $0.id == reading.id })
    else { return [] }
    let last = reported.actions[index]
    var news = reading
    news.countAcceptedRun(after: last)
    guard !last.state.isPresent || last.runCount < news.runCount else { return [] }
    news.blockedBy = last.blockedBy
    news.value = last.value
    reported.actions[index] = news
    return [.action(news)]
  }

  /// The number of runs of an action that have been reported.
  func runCount(of id: String) -> Int? {
    reported.actions.first { $0.id == id }?.runCount
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

  private func problemChanges(_ now: BoardReading) -> [Change] {
    let gone = reported.problems.filter { old in !now.problems.contains { $0.action == old.action } }
    let new = now.problems.filter { !reported.problems.contains($0) }
    return gone.map { .cleared(action: $0.action) } + new.map { .problem($0) }
  }
}

extension BoardReading {
  /// The readings of these actions at this moment. An action that the board did not have was idle.
  fileprivate func readings(of actions: [ActionReading]) -> [ActionReading] {
    if self.actions.elementsEqual(actions, by: { $0.id == $1.id }) { return self.actions }
    let known = Dictionary(uniqueKeysWithValues: self.actions.map { ($0.id, $0) })
    return actions.map { known[$0.id] ?? ActionReading(id: $0.id) }
  }
}
