/// A fact about the live state of the board, which guards read.
public enum GuardFact: Sendable, Hashable {
  /// `build.succeeded`: a property of the action with this id.
  case action(String, Property)
  /// `network.busy`: at least one request is in progress.
  case networkIsBusy
  /// `errors.any`: there is at least one error.
  case hasErrors

  /// A property of an action.
  public enum Property: String, Sendable, Hashable, CaseIterable {
    /// It is running. The waits between attempts are part of a run.
    case running
    /// Its last finished run succeeded.
    case succeeded
    /// Its last finished run failed.
    case failed
    /// It has never run.
    case idle
    /// It has run, and is not running.
    case ended
    /// It can be started now.
    case enabled
    /// The value that it shows: text, which is read as a number when it is compared with a number.
    case value
    /// Its progress, in percent.
    case progress
    /// The time since the end of the run that `succeeded` and `failed` read.
    case age
    /// It is a service that is ready.
    case ready
    /// The number of restarts in the present or last run of a service.
    case restarts
    /// Its program asks something.
    case asks
    /// Its last result is a success, and its inputs are as they were.
    case fresh

    /// Whether it becomes true by a run that goes well.
    var needsRun: Bool {
      switch self {
      case .running, .succeeded, .ended, .ready, .fresh: true
      case .failed, .idle, .enabled, .value, .progress, .age, .restarts, .asks: false
      }
    }

    /// Whether only services have it.
    var isOfServices: Bool { self == .ready || self == .restarts }
  }

  /// The action whose `.enabled` it reads; nil for other facts.
  package var enabledAction: String? {
    if case .action(let id, .enabled) = self { id } else { nil }
  }

  /// The service that has to be ready for a part of a guard to hold, as a verdict names that part; nil if the
  /// part is another condition.
  package static func service(neededBy part: String) -> String? {
    let end = ".\(Property.ready.rawValue)"
    return part.hasSuffix(end) ? String(part.dropLast(end.count)) : nil
  }

  /// Whether it is a duration, and can only be compared with durations.
  var isAge: Bool {
    if case .action(_, .age) = self { true } else { false }
  }

  /// Whether it is true or false. Other facts need a comparison.
  var isCondition: Bool {
    switch self {
    case .action(_, .value), .action(_, .progress), .action(_, .age), .action(_, .restarts): false
    default: true
    }
  }
}

extension GuardFact: CustomStringConvertible {
  /// The fact as written in a guard.
  public var description: String {
    switch self {
    case .action(let id, let property): id + "." + property.rawValue
    case .networkIsBusy: "network.busy"
    case .hasErrors: "errors.any"
    }
  }
}
