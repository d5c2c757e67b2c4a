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
  /// The earliest time at which a report expires. It is stored, because few errors have such a time.
  private(set) var nextDeadline: Duration?
  private var lastID: UInt64 = 0

  // Reports are read in place below: a copy of one retains its error and its source.

  /// The report whose error is current; nil if there is none.
  var current: Current? {
    reports.isEmpty ? nil : Current(id: reports[0].id, timesSeen: reports[0].timesSeen)
  }

  /// The current error; nil if there is none.
  var currentError: (any Error)? { reports.isEmpty ? nil : reports[0].error }

  /// Records an error. Returns the error that it replaces or drops, which must be released without locks.
  ///
  /// If there are too many reports, the last one is dropped. That is the new one if its priority is lower
  /// than all others.
  mutating func record(
    _ error: any Error, resetTime: Duration?, priority: ErrorPriority, source: ErrorSource, now: Duration
  ) -> (any Error)? {
    version += 1
    let expires = resetTime.map { now + max($0, .zero) }
    guard let index = reports.indices.first(where: { isReport(at: $0, of: source, priority) }) else {
      lastID += 1
      let report = ErrorReport(
        id: lastID, error: error, source: source, priority: priority, timesSeen: 1, since: now, lastSeen: now,
        expires: expires)
      reports.insert(report, at: newestIndex(of: priority))
      let dropped = reports.count > Self.capacity ? reports.removeLast() : nil
      if expires != nil || dropped?.expires != nil { findDeadline() }
      return dropped?.error
    }
    // Usually the error is the newest of its priority already. Then no other report is moved.
    let newest = newestIndex(of: priority)
    if index != newest { reports.insert(reports.remove(at: index), at: newest) }
    let isDeadlineOther = reports[newest].expires != expires
    let replaced = reports[newest].repeated(with: error, now: now, expires: expires)
    if isDeadlineOther { findDeadline() }
    return replaced
  }

  private mutating func findDeadline() {
    nextDeadline = reports.lazy.compactMap(\.expires).min()
  }

  private func isReport(at index: Int, of source: ErrorSource, _ priority: ErrorPriority) -> Bool {
    reports[index].priority == priority && reports[index].source == source
  }

  /// The index of the newest report of a priority. This is the rule that decides which error is current.
  private func newestIndex(of priority: ErrorPriority) -> Int {
    reports.indices.first { reports[$0].priority <= priority } ?? reports.endIndex
  }

  /// Removes the reports for which `isGone` returns true. Returns their errors, which must be released
  /// without locks; nil if there are none.
  mutating func remove(where isGone: (ErrorReport) -> Bool) -> [any Error]? {
    let removed = reports.filter(isGone)
    if removed.isEmpty { return nil }
    reports.removeAll(where: isGone)
    version += 1
    findDeadline()
    return removed.map(\.error)
  }

  /// Removes the reports that have expired.
  mutating func expire(now: Duration) -> [any Error]? {
    remove { report in report.expires.map { $0 <= now } ?? false }
  }
}

extension ErrorReport {
  /// The error was reported again. Returns the one that it replaces.
  fileprivate mutating func repeated(with error: any Error, now: Duration, expires: Duration?) -> any Error {
    var replaced = error
    swap(&replaced, &self.error)
    timesSeen += 1
    lastSeen = now
    self.expires = expires
    return replaced
  }
}
