#if Logging
public import Logging
public import SignalboxCore

extension ActivityIndicator {
  /// Logs the activities that are running, and the beginning, the values and the end of each later one.
  ///
  /// ```swift
  /// let indicator = ActivityIndicator<String>()
  /// indicator.log(as: "requests", to: logger, level: .info)
  /// ```
  ///
  /// The metadata `indicator` is the name, `activity` the identifier of the activity, `value` the description
  /// of its value, and `duration` its age at the end. Progress is not logged.
  ///
  /// The logger is called on the threads that change the indicator, in order, and without locks. The
  /// indicator is not retained. Each change costs time that is proportional to the number of running
  /// activities, because their list is created again.
  ///
  /// - Parameters:
  ///   - name: The name of the indicator.
  ///   - logger: Receives the messages.
  ///   - level: The level of the messages.
  ///   - owner: No message begins after its release; nil logs as long as the indicator exists.
  public func log(
    as name: String, to logger: Logger, level: Logger.Level = .debug, owner: AnyObject? = nil
  ) {
    let object: Logger.Metadata = ["indicator": "\(name)"]
    monitorActivities(owner: owner) { changes, now in
      for activity in changes.ended {
        let duration = now - activity.since
        logger.log(
          level, "Activity ended", object, metadata(of: activity, ["duration": "\(duration)"]))
      }
      for activity in changes.updated {
        logger.log(level, "Activity updated", object, metadata(of: activity))
      }
      for activity in changes.began {
        logger.log(level, "Activity began", object, metadata(of: activity))
      }
    }
  }
}

private func metadata<Value>(
  of activity: ActivityIndicator<Value>.Running, _ more: Logger.Metadata = [:]
) -> Logger.Metadata {
  var metadata = more
  metadata["activity"] = "\(activity.id)"
  if let value = activity.value { metadata["value"] = "\(value)" }
  return metadata
}
#endif
