/// Something a guard can ask about the live state of the panel.
public enum GuardFact: Sendable, Hashable {
  /// `build.succeeded`: a property of the action with this id.
  case action(String, Property)
  /// `network.busy`: at least one request is under way.
  case networkIsBusy
  /// `errors.any`: at least one error is present.
  case hasErrors

  /// What a guard can ask about one action.
  public enum Property: String, Sendable, Hashable, CaseIterable {
    /// It runs now, waits between retries included.
    case running
    /// Its last finished run succeeded.
    case succeeded
    /// Its last finished run failed.
    case failed
    /// It never ran.
    case idle
    /// It could be started now.
    case enabled
    /// The value it shows, a text; compared with a number it is read as one.
    case value
    /// How far it is, in percent.
    case progress
  }

  /// The action whose `.enabled` it reads; nil for other facts.
  package var enabledAction: String? {
    if case .action(let id, .enabled) = self { id } else { nil }
  }

  /// Whether it is true or false by itself; the others need a comparison.
  var isCondition: Bool {
    switch self {
    case .action(_, .value), .action(_, .progress): false
    default: true
    }
  }
}

extension GuardFact: CustomStringConvertible {
  /// The fact as a guard writes it.
  public var description: String {
    switch self {
    case .action(let id, let property): "\(id).\(property.rawValue)"
    case .networkIsBusy: "network.busy"
    case .hasErrors: "errors.any"
    }
  }
}
