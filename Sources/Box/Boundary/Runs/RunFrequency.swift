/// How often a job has run.
package struct RunFrequency: Sendable, Equatable {
  /// The number of runs that began in the last 24 hours.
  package let lastDay: Int
  /// Whether there may have been more of them, which are not kept.
  package let isAtLeast: Bool
  /// The mean number of runs in 24 hours; nil if the oldest run that is kept began less than two days ago.
  package let perDay: Double?

  private static let day = Duration.seconds(86_400)

  /// Nil if there was no run.
  /// - Parameter now: The present time, on the clock of the history.
  package init?(_ history: RunHistory, at now: Duration) {
    guard let oldest = history.entries.map(\.start).min() else { return nil }
    let count = history.entries.count
    lastDay = history.entries.count { now - $0.start < Self.day }
    isAtLeast = lastDay == count && count >= RunHistory.limit
    let days = (now - oldest) / Self.day
    perDay = days < 2 ? nil : Double(count) / days
  }
}
