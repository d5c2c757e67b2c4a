#if Logging
public import Logging
public import SignalboxCore

/// The levels at which the executions of an action are logged. An event whose level is nil is not logged.
///
/// ```swift
/// var levels = ActionLogLevels()
/// levels.completed = .info
/// levels.refused = nil
/// ```
public struct ActionLogLevels: Sendable, Equatable {
  /// An execution has started. The default is `debug`.
  public var started: Logger.Level? = .debug
  /// An execution has completed. The default is `debug`.
  public var completed: Logger.Level? = .debug
  /// An execution has failed. The default is `error`.
  public var failed: Logger.Level? = .error
  /// An execution was cancelled while it was running. The default is `debug`.
  public var cancelled: Logger.Level? = .debug
  /// An execution was refused. The default is `info`.
  public var refused: Logger.Level? = .info

  /// Creates the default levels.
  public init() {}
}

extension Action {
  /// Logs the executions that start from now on, and every refusal.
  ///
  /// ```swift
  /// let download = Action<Int, String> { try await fetch($0) }
  /// download.log(as: "download", to: Logger(label: "app"))
  /// ```
  ///
  /// The messages are constant, and what changes is metadata: `action` is the name, `execution` the number of
  /// the execution, counted from 1, and `duration` the time since its start. The error of a failure is passed
  /// as the error of the message. An execution that is cancelled while it waits for its turn has not started
  /// and is not logged. Inputs and elements are never logged.
  ///
  /// The logger is called on the threads that deliver the events of the action, in their order, and without
  /// locks. It is not called in the tasks of the work, so a metadata provider does not see their task-local
  /// values. The action is not retained.
  ///
  /// - Parameters:
  ///   - name: The name of the action.
  ///   - logger: Receives the messages.
  ///   - levels: The levels of the messages.
  ///   - owner: No message begins after its release, also of executions that are running; nil logs as long as
  ///     the action exists.
  ///   - timeline: The time in which durations are measured.
  public func log(
    as name: String, to logger: Logger, levels: ActionLogLevels = ActionLogLevels(),
    owner: AnyObject? = nil, timeline: Timeline = Timeline()
  ) {
    let object: Logger.Metadata = ["action": "\(name)"]
    monitorExecutions(timeline: timeline, owner: owner) { event in
      switch event {
      case .started(let number):
        logger.log(levels.started, "Action started", object, ["execution": "\(number)"])
      case .completed(let number, let duration):
        logger.log(levels.completed, "Action completed", object, ended(number, duration))
      case .failed(let number, let duration, let error):
        logger.log(levels.failed, "Action failed", error: error, object, ended(number, duration))
      case .cancelled(let number, let duration):
        logger.log(levels.cancelled, "Action cancelled", object, ended(number, duration))
      case .refused:
        logger.log(levels.refused, "Action refused", object)
      }
    }
  }
}

private func ended(_ number: Int, _ duration: Duration) -> Logger.Metadata {
  ["execution": "\(number)", "duration": "\(duration)"]
}
#endif
