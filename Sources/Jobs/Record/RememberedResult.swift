package import Board
package import Boundary

/// The last result and the last runs of an action, as an earlier process has stored them.
package struct RememberedResult: Sendable, Equatable {
  /// The last result that counts; nil if all runs were failures that the board tolerates.
  package var result: RunOutcome?
  /// The time since the end of its run, by the wall clock. Negative if that clock went back.
  package var age: Duration
  /// The value that the run reported; nil for none.
  package var value: String?
  /// How long the run took; nil if that is unknown.
  package var duration: Duration?
  /// The exit code of its command; nil if there is none.
  package var exitCode: Int32?
  /// The last runs, with times of the station that continues the history.
  package var history: RunHistory

  package init(
    _ result: RunOutcome?, age: Duration, value: String? = nil, duration: Duration? = nil,
    exitCode: Int32? = nil, history: RunHistory = RunHistory()
  ) {
    self.result = result
    self.age = age
    self.value = value
    self.duration = duration
    self.exitCode = exitCode
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
