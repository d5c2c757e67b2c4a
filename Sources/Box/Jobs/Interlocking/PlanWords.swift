internal import Board
internal import Boundary

extension Interlocking {
  /// Why a plan has stopped.
  func words(for stop: PlanProgress.Stop) -> String {
    switch stop {
    case .failed(let id, let part):
      let title = self[id]?.definition.title ?? id
      if let reason = self[id]?.moment.record.notReady { return "\(title) failed: \(reason)" }
      return switch self[id]?.moment.record.runs.last.result {
      case .failed(let failure)?, .tolerated(let failure)?: "\(title) failed: \(failure.message)"
      case .cancelled?: "\(title) was cancelled"
      case .lost?: "\(title) was lost"
      case .succeeded?, nil:
        self[id].flatMap(freshness)?.stale.map { "\(title): \($0.text()) while it ran" }
          ?? "\(title) has ended, and \(part) does not hold"
      }
    case .declined(let id): return "\(self[id]?.definition.title ?? id) was not confirmed"
    case .hopeless(let missing): return "no step leads to \(missing.joined(separator: " and ")) any more"
    case .boardChanged: return "the board has changed"
    case .overtaken: return "somebody else has started it"
    }
  }
}
