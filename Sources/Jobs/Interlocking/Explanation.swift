package import Board

/// What the guard of an action needs, and what there is of it at one moment.
package struct Explanation: Sendable, Equatable {
  /// The guard as the board has it, empty when there is none.
  package let needs: String
  /// What holds the action, as far as the guard knows.
  package let verdict: Verdict
  /// The facts that the guard asks for, in its order.
  package let facts: [LiveFact]
  /// Why a start would be refused now, by the guard or for another reason; nil when it would be accepted.
  package let refusal: String?

  /// A fact and what it is now.
  package struct LiveFact: Sendable, Equatable {
    /// As guards write it, such as "build.succeeded".
    package let name: String
    /// "true", "false", a text, a percentage, or "unknown".
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }
}

extension BoardFacts {
  /// A fact and what it is now.
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
      case .progress: action.progress.map { "\(Int(($0 * 100).rounded()))" }
      }
    }
  }
}
