/// The differences between two lists of running activities.
package struct ActivityChanges<Value: Sendable>: Sendable {
  package typealias Running = ActivityIndicator<Value>.Running

  /// The activities that have begun, in order.
  package private(set) var began: [Running] = []
  /// The activities whose value has changed, with the new value.
  package private(set) var updated: [Running] = []
  /// The activities that have ended, with their last value.
  package private(set) var ended: [Running] = []
  /// The number of running activities.
  package let count: Int

  /// Compares two lists, which are in order of identifiers.
  init(from old: [Running], to new: [Running], isEqual: (Value, Value) -> Bool) {
    count = new.count
    var rest = old[...]
    for activity in new {
      while let first = rest.first, first.id < activity.id {
        ended.append(first)
        rest.removeFirst()
      }
      guard let before = rest.first, before.id == activity.id else {
        began.append(activity)
        continue
      }
      rest.removeFirst()
      switch (before.value, activity.value) {
      case (nil, nil): break
      case (let old?, let new?) where isEqual(old, new): break
      default: updated.append(activity)
      }
    }
    ended += rest
  }
}

extension ActivityIndicator {
  /// Calls `onChange` for the activities that are running, and then for each change of their list, in order,
  /// on the threads that deliver, without locks. The indicator is not retained.
  ///
  /// While a list of activities is observed, each change creates it again.
  ///
  /// - Parameters:
  ///   - owner: No call begins after its release; nil for no limit.
  ///   - onChange: Receives the changes and the indicator's time. Must not retain the indicator.
  package func monitorActivities(
    owner: AnyObject?, _ onChange: @escaping @Sendable (ActivityChanges<Value>, _ now: Duration) -> Void
  ) {
    let last = Locked<[Running]>([])
    let (timeline, isEqual) = (store.timeline, store.isEqual)
    activities.monitor(owner: owner, initial: true) { list in
      let before = last.withLock { last in
        defer { last = list }
        return last
      }
      onChange(ActivityChanges(from: before, to: list, isEqual: isEqual), timeline.now)
    }
  }
}
