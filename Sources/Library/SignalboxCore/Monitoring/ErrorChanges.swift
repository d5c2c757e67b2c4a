/// The differences between two lists of errors that are present.
package struct ErrorChanges: Sendable {
  /// The errors that have been reported, for the first time or again.
  package let reported: [ErrorReport]
  /// The errors that are no longer present: cleared, dismissed, expired, or dropped because there are too
  /// many.
  package let gone: [ErrorReport]
  /// All errors that are present, the current one first.
  package let present: [ErrorReport]

  init(from old: [ErrorReport], to new: [ErrorReport]) {
    let timesSeen = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0.timesSeen) })
    reported = new.filter { timesSeen[$0.id] != $0.timesSeen }
    let ids = Set(new.map(\.id))
    gone = old.filter { !ids.contains($0.id) }
    present = new
  }
}

extension ErrorTracker {
  /// Calls `onChange` for the errors that are present, and then for each change of their list, in order, on
  /// the threads that deliver, without locks. The tracker is not retained.
  ///
  /// - Parameters:
  ///   - owner: No call begins after its release; nil for no limit.
  ///   - onChange: Must not retain the tracker.
  package func monitorErrors(owner: AnyObject?, _ onChange: @escaping @Sendable (ErrorChanges) -> Void) {
    let last = Locked<[ErrorReport]>([])
    reports.monitor(owner: owner, initial: true) { list in
      let before = last.withLock { last in
        defer { last = list }
        return last
      }
      onChange(ErrorChanges(from: before, to: list))
    }
  }
}
