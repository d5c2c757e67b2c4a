internal import Board
internal import Boundary
internal import Jobs

/// The last runs of the actions of a board, as the lines of a journal describe them.
struct KeptResults: Sendable, Equatable {
  /// The runs of each action, in the order of their last lines.
  private(set) var runs: [String: [KeptRun]] = [:]
  /// The latest time in the lines; nil if there is none.
  private var lastTime: Duration?

  /// A run begins, or has ended.
  mutating func take(_ line: KeptRun) {
    lastTime = max(lastTime ?? line.time, line.time)
    var present = runs.removeValue(forKey: line.action) ?? []
    if present.last?.work != line.work || line.restartsCount(after: present) { present = [] }
    if let index = present.lastIndex(where: { $0.run.number == line.run.number }) {
      present.remove(at: index)
    }
    // Only the last run of an action needs its value, which can be long.
    if line.hasEnded { for index in present.indices { present[index].value = nil } }
    present.append(line)
    if present.count > RunHistory.limit {
      let counted = present.lastIndex { $0.result != nil }
      // A present run is never dropped, nor is the result that stands.
      let oldest = present.indices.first { present[$0].hasEnded && $0 != counted }
      if let oldest { present.remove(at: oldest) }
    }
    runs[line.action] = present
  }

  /// The shortest journal with these runs.
  var lines: [KeptRun] { runs.keys.sorted().flatMap { runs[$0] ?? [] } }

  /// What remains of these results in a new box: those of actions that are on its board with the same work.
  /// Runs that have not ended have failed, since their box has ended.
  func adapted(to board: Board) -> KeptResults {
    var adapted = self
    adapted.runs = [:]
    for action in board.actions {
      guard let present = runs[action.id], let last = present.max(by: { $0.run.number < $1.run.number }),
        last.work == action.work.digest, action.form.canHaveKept(last.run.input)
      else { continue }
      adapted.runs[action.id] = present.filter(\.hasEnded)
      for lost in present.filter({ !$0.hasEnded }).sorted(by: { $0.run.number < $1.run.number }) {
        adapted.end(lost, of: action)
      }
    }
    return adapted
  }

  /// Ends a run that its box did not survive, at the last moment at which that box is known to have existed.
  private mutating func end(_ run: KeptRun, of action: ActionDefinition) {
    let message = "the box ended"
    var run = run
    run.isLost = true
    let isTolerated = history(of: action.id).failuresInARow + 1 < action.failuresBeforeError
    run.run.ending = RunHistory.Ending(
      outcome: isTolerated ? .tolerated(message) : .failed(message),
      time: max(run.time, lastTime ?? run.time))
    take(run)
  }

  private func history(of action: String) -> RunHistory {
    RunHistory((runs[action] ?? []).map(\.run).sorted { $0.number < $1.number })
  }

  /// The results for the jobs of a box.
  /// - Parameters:
  ///   - wall: The present time since 1970.
  ///   - station: The present time of the station of the jobs.
  func remembered(wall: Duration, station: Duration) -> [String: RememberedResult] {
    runs.compactMapValues { present in
      guard let last = present.last(where: \.hasEnded), let action = present.first?.action else { return nil }
      let counted = present.last { $0.result != nil }
      // No run is shown in the future, also if the wall clock went back.
      let latest = present.map(\.time).max() ?? wall
      let shift = station - max(wall, latest)
      let history = history(of: action).entries.map { run in
        var run = run.shifted(by: shift)
        // The output of earlier boxes is not kept.
        run.firstLine = -1
        return run
      }
      let finished = FinishedRun(
        counted?.result, exitCode: last.exitCode, duration: last.isLost ? nil : last.run.duration)
      var result = RememberedResult(
        finished, age: counted.map { wall - $0.time } ?? .zero, value: last.value,
        history: RunHistory(history))
      if counted?.result == .succeeded { result.inputs = counted?.inputs }
      return result
    }
  }
}

extension KeptRun {
  /// The latest time in it.
  fileprivate var time: Duration { run.ending?.time ?? run.attemptStart ?? run.start }

  /// Whether the job of this run had forgotten the earlier runs: it counts again from 1.
  fileprivate func restartsCount(after runs: [KeptRun]) -> Bool {
    !hasEnded && runs.contains { $0.hasEnded && $0.run.number >= run.number }
  }
}
