/// How many of the last runs of a job succeeded.
///
/// A cancelled run says nothing about the action, and one that still runs nothing yet: both do not count.
package struct SuccessRate: Sendable, Equatable {
  /// How many runs have succeeded or failed.
  package private(set) var count = 0
  package private(set) var successCount = 0

  package init(_ history: RunHistory) {
    for run in history.entries {
      switch run.ending?.outcome {
      case .succeeded:
        count += 1
        successCount += 1
      case .failed, .tolerated: count += 1
      case .cancelled, nil: break
      }
    }
  }

  /// From 0 to 1; nil while there is none.
  package var fraction: Double? { count == 0 ? nil : Double(successCount) / Double(count) }
}

/// How long the last successes of a job took.
///
/// With an even number of them, the median is the shorter of the two in the middle: a time that a run really took.
package struct RunTimes: Sendable, Equatable {
  package let fastest, median, slowest: Duration

  /// Nil while no run has succeeded.
  /// - Parameter time: How long a run took, in the sense that matters for its action.
  package init?(_ history: RunHistory, time: (RunHistory.Entry) -> Duration?) {
    let times = history.entries.filter { $0.ending?.outcome == .succeeded }.compactMap(time).sorted()
    guard let first = times.first, let last = times.last else { return nil }
    fastest = first
    median = times[(times.count - 1) / 2]
    slowest = last
  }
}
