internal import Board
package import Boundary

/// The last result and the last runs of an action, as an earlier process has stored them.
package struct RememberedResult: Sendable, Equatable {
  /// The last finished run. It has no result if all runs were failures that the board tolerates.
  package var last: FinishedRun
  /// The time since the end of the run with the result, by the wall clock. Negative if that clock went back.
  package var age: Duration
  /// The value that the run reported; nil for none.
  package var value: String?
  /// Identifies the kept state of the inputs of the result, if that is a success; nil if none is kept.
  package var inputs: String?
  /// The last runs, with times of the station that continues the history.
  package var history: RunHistory

  package init(
    _ last: FinishedRun, age: Duration, value: String? = nil, history: RunHistory = RunHistory()
  ) {
    self.last = last
    self.age = age
    self.value = value
    self.history = history
  }
}

extension RunHistory {
  /// The number of failures since the last success. Cancelled and present runs do not count.
  package var failuresInARow: Int {
    var count = 0
    for entry in entries.reversed() {
      switch entry.ending?.outcome {
      case .succeeded: return count
      case .failed, .tolerated: count += 1
      case .cancelled, .lost, nil: break
      }
    }
    return count
  }
}
