internal import Board
internal import Boundary
internal import TerminalUI

extension Dashboard.Introduction {
  /// What the definition of an action says.
  init(of action: ActionDescription) {
    self.init(summary: action.summary, work: action.isCommand ? "$ \(action.work)" : action.work)
    details = action.directory.map { [Detail("Directory", $0)] } ?? []
  }

  /// Adds what the box knows about the action at this moment.
  mutating func fill(
    from explanation: Explanation, of action: ActionStatus, in situation: Situation, now: Duration,
    clock: WallClock, glyphs: GlyphSet
  ) {
    needs = Dashboard.FactWords(situation).needs(explanation)
    isLocked = !explanation.verdict.isPassing
    let result = lastResult(of: action, at: explanation.resultTime.map { clock.text(now - $0) })
    details += [
      result.map { Detail("Last result", $0) },
      explanation.interval.map { interval in
        let next = explanation.nextRepeat.map { ", next at \(clock.text(now - max($0, now)))" } ?? ""
        return Detail("Repeats", "every \(interval.text)\(next)")
      },
    ].compactMap(\.self)
    timeUntilChange = explanation.nextRepeat.map { $0 > now ? $0 - now + .milliseconds(20) : .seconds(1) }
  }

  private func lastResult(of action: ActionStatus, at time: String?) -> String? {
    guard action.lastPhase != .idle else { return nil }
    let duration = action.lastDuration.map { "after \($0.text)" }
    let facts = [action.lastPhase.rawValue, duration, time.map { "at \($0)" }].compactMap(\.self)
    let message = action.toleratedFailure ?? action.lastResult?.failure
    return facts.joined(separator: " ") + (message.map { ": \($0)" } ?? "")
  }
}
