/// Whether a guard lets its action start; if not, the reasons.
///
///     let verdict = Verdict.blocked(by: ["build.succeeded", "not deploy.running"])
///     print(verdict)   // needs build.succeeded and not deploy.running
public enum Verdict: Sendable, Equatable {
  /// The action may start.
  case passes
  /// The parts of the guard that do not hold, in words. All of them must hold before the action can start.
  case blocked(by: [String])

  /// Whether the action may start.
  public var isPassing: Bool { self == .passes }

  /// The parts of the guard that do not hold; empty if it passes.
  public var missing: [String] { if case .blocked(let parts) = self { parts } else { [] } }
}

extension Verdict: CustomStringConvertible {
  /// "passes", or the missing parts: "needs build.succeeded".
  public var description: String {
    switch self {
    case .passes: "passes"
    case .blocked(let parts): "needs " + parts.joined(separator: " and ")
    }
  }
}
