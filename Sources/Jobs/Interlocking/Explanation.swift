package import Board

/// The guard of an action, and the values of its facts at one moment.
package struct Explanation: Sendable, Equatable {
  /// The guard as it is written in the board; empty if there is none.
  package let needs: String
  /// The verdict of the guard.
  package let verdict: Verdict
  /// The facts that the guard reads, in its order.
  package let facts: [LiveFact]
  /// Why a start would be refused now, by the guard or for another reason; nil if it would be accepted.
  package let refusal: String?

  /// A fact and its value.
  package struct LiveFact: Sendable, Equatable {
    /// The fact as it is written in guards, such as "build.succeeded".
    package let name: String
    /// "true", "false", a text, a percentage, a duration, or "unknown".
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }
}

extension BoardFacts {
  /// A fact and its present value.
  func live(_ fact: GuardFact) -> Explanation.LiveFact {
    Explanation.LiveFact(name: "\(fact)", value: text(of: fact) ?? "unknown")
  }

  private func text(of fact: GuardFact) -> String? {
    switch fact {
    case .networkIsBusy: return "\(networkIsBusy)"
    case .hasErrors: return "\(hasErrors)"
    case .action(let id, let property):
      guard let action = actions[id] else { return nil }
      return switch property {
      case .running: action.isRunning.map(String.init)
      case .succeeded: action.hasSucceeded.map(String.init)
      case .failed: action.hasFailed.map(String.init)
      case .idle: action.isIdle.map(String.init)
      case .enabled: action.isEnabled.map(String.init)
      case .value: action.value
      case .age: action.age?.wholeSeconds
      case .progress: action.progress.map { "\(Int(($0 * 100).rounded()))" }
      }
    }
  }
}
