internal import Board

/// How the last runs of an action ended.
package struct RunTrend: Sendable, Equatable {
  /// How one run ended.
  package enum Point: Sendable, Equatable {
    /// It took this long. For a probe, this is the time until the answer.
    case succeeded(Duration)
    case failed
    case cancelled
  }

  /// The most points of the trend of an action that repeats.
  package static let pointLimit = 12

  /// The last finished runs, the oldest first.
  package var points: [Point]
  /// The fraction of all kept runs that succeeded, from 0 to 1; nil while none has succeeded or failed.
  package var successRate: Double?

  package init(points: [Point] = [], successRate: Double? = nil) {
    self.points = points
    self.successRate = successRate
  }

  /// The trend of the last runs.
  /// - Parameters:
  ///   - isProbe: Whether the time of a run is its latency.
  ///   - limit: The most points; nil for all runs that are kept.
  package init(_ history: RunHistory, isProbe: Bool, limit: Int? = nil) {
    // One more, because the newest run may not have ended.
    let runs = history.entries.suffix(limit.map { $0 + 1 } ?? history.entries.count)
    let points = runs.compactMap { Point($0, isProbe: isProbe) }
    self.init(points: points.suffix(limit ?? points.count), successRate: SuccessRate(history).fraction)
  }
}

extension RunTrend.Point {
  /// Nil for a run that has not ended.
  fileprivate init?(_ run: RunHistory.Entry, isProbe: Bool) {
    switch run.ending?.outcome {
    case nil: return nil
    case .succeeded: self = .succeeded(run.time(isProbe: isProbe) ?? .zero)
    case .failed, .tolerated, .lost: self = .failed
    case .cancelled: self = .cancelled
    }
  }
}

extension RunHistory.Entry {
  /// The time of a run that is relevant for its action: for a probe its latency, otherwise its duration.
  package func time(isProbe: Bool) -> Duration? { isProbe ? latency ?? duration : duration }
}
