internal import Board
internal import Boundary
internal import Programs
internal import TerminalUI

extension Dashboard.Introduction {
  /// Adds what the box knows about the action at this moment.
  /// - Parameter titles: The titles of the actions by their names.
  mutating func fill(
    from explanation: Explanation, of action: ActionStatus, in situation: Situation,
    titles: [String: String], now: Duration, clock: WallClock, glyphs: GlyphSet, processorShare: Double? = nil
  ) {
    origin = explanation.origin
    needs = Dashboard.FactWords(titles: titles).needs(explanation)
    isLocked = !explanation.verdict.isPassing
    let result = lastResult(of: action, at: explanation.resultTime.map { clock.text(now - $0) })
    details += [
      result.map { Detail("Last result", $0) },
      explanation.interval.map { interval in
        let next = explanation.nextRepeat.map { ", next at \(clock.text(now - max($0, now)))" } ?? ""
        return Detail("Repeats", "every \(interval.text)\(next)")
      },
      action.isRunning && action.runs.restarts > 0
        ? Detail(
          "Restarts",
          "\(action.runs.restarts)" + (action.restartsLeft.map { ", \($0) left until it has failed" } ?? ""))
        : nil,
      explanation.usage.map {
        Detail("Uses", Self.words(for: $0, processorShare, separator: glyphs.separator))
      },
    ].compactMap(\.self)
    details += situation.remarks.filter { $0.subject == action.description.title }.map { remark in
      Detail("Not taken over", "\(remark.place): \(remark.reason)")
    }
    if let shared = action.shared {
      details += Self.details(of: shared, in: situation, now: now, clock: clock)
    }
    timeUntilChange = explanation.nextRepeat.map { $0 > now ? $0 - now + .milliseconds(20) : .seconds(1) }
  }

  /// What happens to a shared action beyond this machine, without being cut as in its row.
  private static func details(
    of shared: SharedState, in situation: Situation, now: Duration, clock: WallClock
  ) -> [Detail] {
    let runs = shared.runs.map { run in
      let time = run.silence(on: clock, at: now) ?? "seen since \(clock.text(now - run.since))"
      let words = ["on \(run.place)", time] + [run.input, run.value].compactMap(\.self)
      return Detail(run.lostSince == nil ? "Runs" : "Lost", words.joined(separator: ", "))
    }
    return [
      situation.cluster.map { Detail("Shared", "with the realm \($0.realm)") },
      shared.obstacle.map { Detail("Locked", $0) }, shared.wait.map { Detail("Waits", $0) },
    ].compactMap(\.self) + runs
  }

  /// What the row of an action has room for: "3 % · 12 MB".
  static func shortWords(for usage: ProcessUsage, _ share: Double?, separator: Character) -> String {
    [share.map { "\(Int(($0 * 100).rounded())) %" }, usage.memory.bytesText].compactMap(\.self)
      .joined(separator: " \(separator) ")
  }

  static func words(for usage: ProcessUsage, _ share: Double?, separator: Character) -> String {
    let processor = share.map { "\(Int(($0 * 100).rounded())) % of a processor" }
    let count = usage.count == 1 ? "1 process" : "\(usage.count) processes"
    return [processor, "\(usage.memory.bytesText) of memory", count].compactMap(\.self)
      .joined(separator: " \(separator) ")
  }

  private func lastResult(of action: ActionStatus, at time: String?) -> String? {
    guard action.runs.last.phase != .idle else { return nil }
    let duration = action.runs.last.duration.map { "after \($0.text)" }
    let facts = [action.runs.last.phase.rawValue, duration, time.map { "at \($0)" }].compactMap(\.self)
    return facts.joined(separator: " ") + (action.runs.last.outcome?.message.map { ": \($0)" } ?? "")
  }
}

extension Int {
  /// A number of bytes, with two or three digits: "12 MB", "1.5 GB".
  fileprivate var bytesText: String {
    var (value, unit) = (Double(self) / 1_000, "kB")
    for larger in ["MB", "GB", "TB"] where value >= 999.5 { (value, unit) = (value / 1_000, larger) }
    let tenths = Int((value * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(Int(value.rounded())) \(unit)"
  }
}
