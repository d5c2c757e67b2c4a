#if Logging
public import Logging
public import SignalboxCore

/// The levels at which the errors of a tracker are logged. An event whose level is nil is not logged.
///
/// ```swift
/// var levels = ErrorLogLevels()
/// levels.low = nil
/// levels.cleared = .info
/// ```
public struct ErrorLogLevels: Sendable, Equatable {
  /// An error of low priority. The default is `notice`.
  public var low: Logger.Level? = .notice
  /// An error of normal priority. The default is `warning`.
  public var normal: Logger.Level? = .warning
  /// An error of high priority. The default is `error`.
  public var high: Logger.Level? = .error
  /// An error is no longer present. The default is `debug`.
  public var cleared: Logger.Level? = .debug

  /// Creates the default levels.
  public init() {}

  func level(of priority: ErrorPriority) -> Logger.Level? {
    switch priority {
    case .low: low
    case .normal: normal
    case .high: high
    }
  }
}

extension ErrorTracker {
  /// Logs the errors that are present, every later report of an error, and when an error is cleared,
  /// dismissed, reset or expires.
  ///
  /// ```swift
  /// let errors = ErrorTracker()
  /// errors.log(as: "errors", to: logger)
  /// ```
  ///
  /// The metadata `tracker` is the name, and `source`, `priority` and `times-seen` are those of the report.
  /// The error is passed as the error of the message.
  ///
  /// The logger is called on the threads that change the tracker, in order, and without locks. The tracker is
  /// not retained.
  ///
  /// - Parameters:
  ///   - name: The name of the tracker.
  ///   - logger: Receives the messages.
  ///   - levels: The levels of the messages.
  ///   - owner: No message begins after its release; nil logs as long as the tracker exists.
  public func log(
    as name: String, to logger: Logger, levels: ErrorLogLevels = ErrorLogLevels(), owner: AnyObject? = nil
  ) {
    let object: Logger.Metadata = ["tracker": "\(name)"]
    monitorErrors(owner: owner) { changes in
      for report in changes.gone {
        logger.log(levels.cleared, "Error cleared", error: report.error, object, metadata(of: report))
      }
      for report in changes.reported {
        logger.log(
          levels.level(of: report.priority), "Error reported", error: report.error, object,
          metadata(of: report))
      }
    }
  }
}

private func metadata(of report: ErrorReport) -> Logger.Metadata {
  [
    "source": "\(report.source)", "priority": "\(report.priority)", "times-seen": "\(report.timesSeen)",
  ]
}
#endif
