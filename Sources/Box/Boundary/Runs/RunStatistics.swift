internal import Board

/// The rate of successful runs among the last runs of a job.
///
/// Cancelled runs and present runs do not count.
package struct SuccessRate: Sendable, Equatable {
  /// The number of runs that succeeded or failed.
  package private(set) var count = 0
  package private(set) var successCount = 0

  package init(_ history: RunHistory) {
    for run in history.entries {
      switch run.ending?.outcome {
      case .succeeded:
        count += 1
        successCount += 1
      case .failed, .tolerated, .lost: count += 1
      case .cancelled, nil: break
      }
    }
  }

  /// The rate from 0 to 1; nil if no run counts.
  package var fraction: Double? { count == 0 ? nil : Double(successCount) / Double(count) }
}

/// The durations of the last successful runs of a job.
///
/// For an even number of runs, the median is the shorter of the two in the middle, so that it is the time of
/// a run.
package struct RunTimes: Sendable, Equatable {
  package let fastest, median, slowest: Duration

  /// Nil if no run has succeeded.
  /// - Parameter time: The time of a run that is relevant for its action.
  package init?(_ history: RunHistory, time: (RunHistory.Entry) -> Duration?) {
    let times = history.entries.filter { $0.ending?.outcome == .succeeded }.compactMap(time).sorted()
    guard let first = times.first, let last = times.last else { return nil }
    fastest = first
    median = times[(times.count - 1) / 2]
    slowest = last
  }
}
