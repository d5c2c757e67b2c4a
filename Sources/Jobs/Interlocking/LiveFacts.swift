internal import Board
internal import Boundary

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
      case .ended: action.hasEnded.map(String.init)
      case .enabled: action.isEnabled.map(String.init)
      case .ready: action.isReady.map(String.init)
      case .asks: action.asks.map(String.init)
      case .restarts: action.restarts.map(String.init)
      case .value: action.value
      case .age: action.age?.wholeSeconds
      case .progress: action.progress.map { "\(Int(($0 * 100).rounded()))" }
      }
    }
  }
}
