internal import Board
internal import Boundary
internal import Programs

/// A change as a line for people. Progress, activity and requests have none, because they change many times a
/// second.
enum PlainLine {
  /// - Parameter previous: The action as it was printed before, so that only what changed is printed.
  static func text(_ change: Change, after previous: ActionStatus?, ink: Ink) -> TerminalText? {
    switch change {
    case .action(let action): self.action(action, after: previous, ink)
    case .value(let id, let value): value.map { "\(id): \($0)" }
    case .problem(let problem): ink.red("\(problem.source): error: \(problem.message)")
    case .cleared(let id): "\(id): no error any more"
    case .plan(let plan): self.plan(plan)
    // A message says why there is no start.
    case .refusal, .activity, .network: nil
    }
  }

  /// What people have to know of a plan; the steps have lines of their own.
  private static func plan(_ plan: PlanStatus) -> TerminalText? {
    if let stop = plan.stopInWords { return "\(plan.action): \(stop)" }
    return plan.askedNow.first.map { "\(plan.action): the plan asks: \($0.question)" }
  }

  private static func action(_ action: ActionStatus, after previous: ActionStatus?, _ ink: Ink)
    -> TerminalText?
  {
    let asks = action.question.map { ink.yellow("asks: \($0.words)") }
    if action.state != previous?.state || action.endsDifferently(from: previous) {
      let end: TerminalText = asks.map { ", \($0)" } ?? ""
      return "\(action.id): \(state(action, ink))\(end)"
    }
    if let wait = action.shared?.wait, wait != previous?.shared?.wait { return "\(action.id): \(wait)" }
    if action.question?.words != previous?.question?.words, let asks { return "\(action.id): \(asks)" }
    if action.freshness?.stale != previous?.freshness?.stale, let staleness = action.staleness() {
      return "\(action.id): \(ink.yellow("\(staleness)"))"
    }
    if let note = action.watchNote, note != previous?.watchNote {
      return "\(action.id): \(ink.yellow("\(note)"))"
    }
    if action.verdict != previous?.verdict {
      return action.verdict.isPassing
        ? "\(action.id): unlocked" : ink.dim("\(action.id): locked: \(action.verdict.description)")
    }
    return nil
  }

  private static func state(_ action: ActionStatus, _ ink: Ink) -> TerminalText {
    let word: TerminalText = "\(action.state.rawValue)"
    let time: TerminalText = action.finished.duration.map { " after \($0.text)" } ?? ""
    if let failure = action.finished.toleratedFailure {
      return "\(ink.yellow("failed"))\(time), tolerated: \(failure)"
    }
    return switch action.state {
    case .succeeded: "\(ink.green(word))\(time)"
    case .failed: "\(ink.red(word))\(time)\(action.exitCode.map { ", exit code \($0)" } ?? "")"
    case .cancelled: "\(ink.yellow(word))\(time)"
    case .running, .starting: ink.cyan(word)
    case .ready: ink.green(word)
    case .restarting, .lost: ink.yellow(word)
    case .idle, .tolerated: word
    }
  }
}

extension ActionStatus {
  /// Whether it has finished as before, and for another reason.
  fileprivate func endsDifferently(from previous: ActionStatus?) -> Bool {
    guard let previous, !phase.isPresent else { return false }
    return (failure, finished.toleratedFailure, exitCode) != (
      previous.failure, previous.finished.toleratedFailure, previous.exitCode
    )
  }
}
