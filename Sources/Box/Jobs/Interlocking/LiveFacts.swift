internal import Board
internal import Boundary

extension BoardFacts {
  /// A fact and its present value.
  /// - Parameter reason: Why it has that value; nil if there is nothing to say.
  func live(_ fact: GuardFact, because reason: String? = nil) -> Explanation.LiveFact {
    let value = text(of: fact) ?? "unknown"
    return Explanation.LiveFact(name: "\(fact)", value: reason.map { "\(value), \($0)" } ?? value)
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
      case .fresh: action.isFresh.map(String.init)
      case .restarts: action.restarts.map(String.init)
      case .value: action.value
      case .age: action.age?.wholeSeconds
      case .progress: action.progress.map { "\(Int(($0 * 100).rounded()))" }
      }
    }
  }
}
