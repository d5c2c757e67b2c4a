internal import Board
internal import Boundary

/// A change as a line for people. Progress, activity and requests have none, because they change many times a
/// second.
enum PlainLine {
  /// - Parameter previous: The action as it was printed before, so that only what changed is printed.
  static func text(_ change: Change, after previous: ActionReading?, ink: Ink) -> TerminalText? {
    switch change {
    case .action(let reading): action(reading, after: previous, ink)
    case .value(let id, let value): value.map { "\(id): \($0)" }
    case .problem(let problem): ink.red("\(problem.source): error: \(problem.message)")
    case .cleared(let id): "\(id): no error any more"
    case .plan(let plan): self.plan(plan)
    case .activity, .network: nil
    }
  }

  /// What people have to know of a plan; the steps have lines of their own.
  private static func plan(_ plan: PlanStatus) -> TerminalText? {
    if let stopped = plan.stopped { return "\(plan.action): plan stopped: \(stopped)" }
    return plan.askedNow.first.map { "\(plan.action): the plan asks: \($0.question)" }
  }

  private static func action(_ reading: ActionReading, after previous: ActionReading?, _ ink: Ink)
    -> TerminalText?
  {
    let asks = reading.question.map { ink.yellow("asks: \($0)") }
    if reading.word != previous?.word || reading.endsDifferently(from: previous) {
      let end: TerminalText = asks.map { ", \($0)" } ?? ""
      return "\(reading.id): \(state(reading, ink))\(end)"
    }
    if reading.wait != previous?.wait, let wait = reading.wait { return "\(reading.id): \(wait)" }
    if reading.question != previous?.question, let asks { return "\(reading.id): \(asks)" }
    if reading.freshness?.stale != previous?.freshness?.stale, let staleness = reading.staleness {
      return "\(reading.id): \(ink.yellow("\(staleness)"))"
    }
    if reading.watchNote != previous?.watchNote, let note = reading.watchNote {
      return "\(reading.id): \(ink.yellow("\(note)"))"
    }
    if reading.blockedBy != previous?.blockedBy {
      return reading.blockedBy.isEmpty
        ? "\(reading.id): unlocked"
        : ink.dim("\(reading.id): locked: needs \(reading.blockedBy.joined(separator: " and "))")
    }
    return nil
  }

  private static func state(_ reading: ActionReading, _ ink: Ink) -> TerminalText {
    let word: TerminalText = "\(reading.word)"
    let time: TerminalText = reading.last.duration.map { " after \($0.text)" } ?? ""
    if let failure = reading.last.toleratedFailure {
      return "\(ink.yellow("failed"))\(time), tolerated: \(failure)"
    }
    return switch reading.state {
    case .succeeded: "\(ink.green(word))\(time)"
    case .failed: "\(ink.red(word))\(time)\(reading.exitCode.map { ", exit code \($0)" } ?? "")"
    case .cancelled: "\(ink.yellow(word))\(time)"
    case .running, .starting: ink.cyan(word)
    case .ready: ink.green(word)
    case .restarting, .lost: ink.yellow(word)
    case .idle, .tolerated: word
    }
  }
}

extension ActionReading {
  /// Whether it has finished as before, and for another reason.
  fileprivate func endsDifferently(from previous: ActionReading?) -> Bool {
    guard let previous, !state.isPresent else { return false }
    return (detail, last.toleratedFailure, exitCode) != (
      previous.detail, previous.last.toleratedFailure, previous.exitCode
    )
  }
}
