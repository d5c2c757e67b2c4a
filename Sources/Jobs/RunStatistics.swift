/// What the last runs of a job have in common: how many succeeded, and how long that took.
public struct RunStatistics: Sendable, Equatable {
  /// How many runs have succeeded or failed. A cancelled run says nothing about the action, and one that still runs
  /// nothing yet.
  public let count: Int
  public let successCount: Int
  /// The times that successes took; nil while there is none. With an even number of them, the median is the shorter of
  /// the two in the middle: a time that a run really took.
  public let fastest, median, slowest: Duration?

  /// - Parameter time: How long a run took, in the sense that matters for its action.
  public init(_ history: RunHistory, time: (RunHistory.Entry) -> Duration?) {
    let judged = history.entries.filter { $0.ending.map { $0.outcome != .cancelled } ?? false }
    let successes = judged.filter { $0.ending?.outcome == .succeeded }
    let times = successes.compactMap(time).sorted()
    count = judged.count
    successCount = successes.count
    fastest = times.first
    median = times.isEmpty ? nil : times[(times.count - 1) / 2]
    slowest = times.last
  }

  /// The part of the runs that succeeded, from 0 to 1; nil while there is none.
  public var successRate: Double? { count == 0 ? nil : Double(successCount) / Double(count) }
}
