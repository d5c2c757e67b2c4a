/// Whether a guard lets its action start, and if not, why.
///
///     let verdict = Verdict.blocked(by: ["build.succeeded", "not deploy.running"])
///     print(verdict)   // needs build.succeeded and not deploy.running
public enum Verdict: Sendable, Equatable {
  /// The action may start.
  case passes
  /// What is missing: the parts of the guard that do not hold, each in words. All of them must come to hold.
  case blocked(by: [String])

  /// Whether the action may start.
  public var isPassing: Bool { self == .passes }
}

extension Verdict: CustomStringConvertible {
  /// "passes", or what is needed, in words.
  public var description: String {
    switch self {
    case .passes: "passes"
    case .blocked(let parts): "needs " + parts.joined(separator: " and ")
    }
  }
}
