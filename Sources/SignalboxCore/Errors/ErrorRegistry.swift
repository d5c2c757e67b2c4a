/// The errors that are present: a pure state machine.
///
/// One is kept for each pair of source and priority, a hundred at the most: then the oldest of the lowest priority goes,
/// which is the newcomer when it matters less than all others.
struct ErrorRegistry: Sendable {
  static let capacity = 100

  private(set) var reports: [ErrorReport] = []
  /// When each was last reported, in step with `reports`: the newest of the highest priority is current.
  private var turns: [UInt64] = []
  private var lastTurn: UInt64 = 0
  /// How often something has changed, and one.
  private(set) var changeCount: UInt64 = 1

  private var currentIndex: Int?

  /// By which report the current error came; nil when nothing is current.
  var currentTurn: UInt64? { currentIndex.map { turns[$0] } }
  /// The error of the highest priority, and of those the newest.
  var currentError: (any Error)? { currentIndex.map { reports[$0].error } }

  /// What is present, the current one first: by priority, and among equals the newest first.
  var ranked: [ErrorReport] {
    reports.indices
      .sorted { (reports[$0].priority, turns[$0]) > (reports[$1].priority, turns[$1]) }
      .map { reports[$0] }
  }

  /// The next time at which something goes by itself.
  var nextDeadline: Duration? { reports.lazy.compactMap(\.expires).min() }

  /// Takes in an error. Returns the one it replaces or drops, to be let go of without locks.
  mutating func record(
    _ error: any Error, resetTime: Duration?, priority: ErrorPriority, source: ErrorSource, now: Duration
  ) -> (any Error)? {
    lastTurn += 1
    changeCount += 1
    defer { findCurrent() }
    let expires = resetTime.map { now + max($0, .zero) }
    if let index = reports.firstIndex(where: { $0.priority == priority && $0.source == source }) {
      let old = reports[index].error
      reports[index].error = error
      reports[index].timesSeen += 1
      reports[index].lastSeen = now
      reports[index].expires = expires
      turns[index] = lastTurn
      return old
    }
    turns.append(lastTurn)
    reports.append(
      ErrorReport(
        id: lastTurn, error: error, source: source, priority: priority, timesSeen: 1, since: now,
        lastSeen: now,
        expires: expires))
    return reports.count > Self.capacity ? dropLeast() : nil
  }

  /// Removes what `isGone` says is gone and returns the errors to be let go of without locks; nil when there are none.
  mutating func remove(where isGone: (ErrorReport) -> Bool) -> [any Error]? {
    var removed: [any Error] = []
    for index in reports.indices.reversed() where isGone(reports[index]) {
      removed.append(reports.remove(at: index).error)
      turns.remove(at: index)
    }
    if removed.isEmpty { return nil }
    changeCount += 1
    findCurrent()
    return removed
  }

  /// Removes what has expired by now.
  mutating func expire(now: Duration) -> [any Error]? {
    remove { report in report.expires.map { $0 <= now } ?? false }
  }

  /// Drops the oldest of the lowest priority.
  private mutating func dropLeast() -> any Error {
    let least = reports.indices.min {
      (reports[$0].priority, turns[$0]) < (reports[$1].priority, turns[$1])
    }
    let index = least ?? reports.startIndex
    turns.remove(at: index)
    return reports.remove(at: index).error
  }

  private mutating func findCurrent() {
    if reports.count == 1 {
      currentIndex = 0
      return
    }
    currentIndex = reports.indices.max {
      (reports[$0].priority, turns[$0]) < (reports[$1].priority, turns[$1])
    }
  }
}
