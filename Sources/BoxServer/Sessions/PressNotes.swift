internal import Board
internal import Boundary
internal import Jobs
internal import Wire

/// What of the requests of front ends is written into the record.
extension BoxHost {
  /// Writes what has come of a request. Returns false if it cannot be written although there is a record.
  @discardableResult
  func note(
    _ what: PressEntry.What, _ action: String, input: String? = nil, by session: FrontEndSession?,
    reason: String? = nil, run: Int? = nil, yes: PressEntry.Yes? = nil
  ) -> Bool {
    guard let record else { return true }
    let kind = session?.isAgent == true ? "agent" : session?.hello?.kind.rawValue ?? "other"
    let shown = box.interlocking[action]?.definition.input.map { $0.shown(input) } ?? input
    return record.write(
      PressEntry(
        what: what, who: (kind, session?.hello?.name ?? ""), action: action, input: shown, reason: reason,
        run: run,
        yes: yes))
  }

  /// Writes what comes of a start.
  func noteStart(_ order: inout StartOrder, by session: FrontEndSession, yes: PressEntry.Yes?) {
    guard record != nil else { return }
    let (onAnswer, onEnd, action, input) = (order.onAnswer, order.onEnd, order.action, order.input)
    order.onAnswer = { [weak self, weak session] answer in
      switch answer {
      case .accepted:
        let run = self?.box.situation[action].flatMap(\.numberOfStart)
        self?.note(.started, action, input: input, by: session, run: run, yes: yes)
      case .refused(let reason), .notTaken(let reason), .unavailable(let reason, _):
        self?.note(.refused, action, input: input, by: session, reason: reason, yes: yes)
      case .unknown: break
      }
      onAnswer(answer)
    }
    order.onEnd = { [weak self, weak session] outcome in
      let reason = [outcome.word, outcome.message].compactMap(\.self).joined(separator: ": ")
      self?.note(.ended, action, by: session, reason: reason)
      onEnd(outcome)
    }
  }
}

extension ActionStatus {
  /// The number of the run to which a start leads that was just accepted; nil if others may come before it.
  fileprivate var numberOfStart: Int? {
    if waiting > 0 || running > 1 { return nil }
    return present.last?.number ?? runCount + 1
  }
}
