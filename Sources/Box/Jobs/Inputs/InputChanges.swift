internal import Board
internal import Boundary
internal import Inputs

/// How what an action is made from differs from what its last attempt was made from.
struct PresentInputs {
  /// Identifies what it is made from, as it was at the last look; nil if that is not known.
  var known: ContentDigest?
  /// How that differs from its last attempt; nil if it does not, or there was none.
  var change: InputChange?
  /// Whether something was written since the last look.
  var mayDiffer = false
  /// When something was noticed last; nil if nothing was.
  var lastNotice: Duration?
}

extension InputMonitor {
  /// Compares the present inputs of an action with those of its last attempt, whatever became of that.
  func change(of job: InputSubject, among others: (String) -> InputSubject?) -> PresentInputs {
    guard let index = placesByAction[job.definition.id], let table = places[index].table else {
      return PresentInputs()
    }
    let place = places[index]
    var attempt = InputAttempt(
      action: job.definition.id, selection: place.selection.digest, snapshot: table,
      sources: Dictionary(
        uniqueKeysWithValues: (sources[job.definition.id] ?? []).map { name in
          (name, others(name).map { identity(of: $0) } ?? .nothing)
        }))
    guard case .content(let known) = attempt.identity else { return PresentInputs() }
    var present = PresentInputs(known: known, mayDiffer: place.isUnsettled, lastNotice: place.lastNotice)
    guard let ticket = lastAttempts[job.definition.id], let last = attempts[ticket] else { return present }
    guard last.identity != attempt.identity else { return present }
    guard last.snapshot != nil else {
      // A snapshot that was not taken in time is like any other content: one start makes up for it.
      present.change = InputChange(path: last.touched?.path ?? "", content: known, isGuess: true)
      return present
    }
    attempt.difference = last.difference
    let source = attempt.sources.filter { last.sources[$0.key] != $0.value }.keys.min()
    present.change = InputChange(
      path: last.difference?.path ?? source ?? "", content: known, times: last.changeTimes)
    return present
  }
}
