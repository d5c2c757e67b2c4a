/// The errors that are present: a pure state machine.
///
/// It keeps one report for each pair of source and priority, and at most a hundred.
struct ErrorRegistry: Sendable {
  static let capacity = 100

  /// Identifies a report and the number of times it has been seen: another value is another current error.
  struct Current: Equatable, Sendable {
    let id: UInt64
    let timesSeen: Int
  }

  /// All reports, the current one first: by priority, and among equals the newest first.
  private(set) var reports: [ErrorReport] = []
  /// Incremented by every change.
  private(set) var version: UInt64 = 1
  private var lastID: UInt64 = 0

  /// The report whose error is current; nil if there is none.
  var current: Current? { reports.first.map { Current(id: $0.id, timesSeen: $0.timesSeen) } }

  /// The earliest time at which a report expires.
  var nextDeadline: Duration? { reports.lazy.compactMap(\.expires).min() }

  /// Records an error. Returns the error that it replaces or drops, which must be released without locks.
  ///
  /// If there are too many reports, the last one is dropped. That is the new one if its priority is lower
  /// than all others.
  mutating func record(
    _ error: any Error, resetTime: Duration?, priority: ErrorPriority, source: ErrorSource, now: Duration
  ) -> (any Error)? {
    version += 1
    let index = reports.firstIndex { $0.priority == priority && $0.source == source }
    let old = index.map { reports.remove(at: $0) }
    if old == nil { lastID += 1 }
    let report = ErrorReport(
      id: old?.id ?? lastID, error: error, source: source, priority: priority,
      timesSeen: (old?.timesSeen ?? 0) + 1, since: old?.since ?? now, lastSeen: now,
      expires: resetTime.map { now + max($0, .zero) })
    insert(report)
    return reports.count > Self.capacity ? reports.removeLast().error : old?.error
  }

  /// Inserts the newest report. This is the rule that decides which error is current.
  private mutating func insert(_ newest: ErrorReport) {
    let index = reports.firstIndex { $0.priority <= newest.priority }
    reports.insert(newest, at: index ?? reports.endIndex)
  }

  /// Removes the reports for which `isGone` returns true. Returns their errors, which must be released
  /// without locks; nil if there are none.
  mutating func remove(where isGone: (ErrorReport) -> Bool) -> [any Error]? {
    let removed = reports.filter(isGone)
    if removed.isEmpty { return nil }
    reports.removeAll(where: isGone)
    version += 1
    return removed.map(\.error)
  }

  /// Removes the reports that have expired.
  mutating func expire(now: Duration) -> [any Error]? {
    remove { report in report.expires.map { $0 <= now } ?? false }
  }
}
