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
    reason: String? = nil
  ) -> Bool {
    note(what, action, input: input, by: PressEntry.Who(session), reason: reason)
  }

  @discardableResult
  private func note(
    _ what: PressEntry.What, _ action: String, input: String? = nil, by who: PressEntry.Who,
    reason: String? = nil, run: Int? = nil, yes: PressEntry.Yes? = nil
  ) -> Bool {
    guard let record else { return true }
    let shown = box.interlocking[action]?.definition.input.map { $0.shown(input) } ?? input
    return record.write(
      PressEntry(what: what, who: who, action: action, input: shown, reason: reason, run: run, yes: yes))
  }

  /// Writes what comes of a start.
  func noteStart(_ order: inout StartOrder, by session: FrontEndSession, yes: PressEntry.Yes?) {
    guard record != nil else { return }
    let (onRun, onAnswer, onEnd) = (order.onRun, order.onAnswer, order.onEnd)
    let (action, input) = (order.action, order.input)
    // It may have gone when the run ends.
    let who = PressEntry.Who(session)
    var run: Int?
    order.onRun = {
      run = $0
      onRun($0)
    }
    order.onAnswer = { [weak self] answer in
      switch answer {
      case .accepted:
        self?.note(.started, action, input: input, by: who, run: run, yes: yes)
      case .upToDate: break
      case .refused(let reason), .notTaken(let reason), .unavailable(let reason, _):
        self?.note(.refused, action, input: input, by: who, reason: reason, yes: yes)
      case .unknown: break
      }
      onAnswer(answer)
    }
    order.onEnd = { [weak self] outcome in
      let reason = [outcome.word, outcome.message].compactMap(\.self).joined(separator: ": ")
      self?.note(.ended, action, by: who, reason: reason, run: run)
      onEnd(outcome)
    }
  }
}

extension PressEntry.Who {
  @MainActor
  fileprivate init(_ session: FrontEndSession?) {
    let kind = session?.isAgent == true ? "agent" : session?.hello?.kind.rawValue ?? "other"
    self.init(kind: kind, name: session?.hello?.name ?? "", process: session?.process)
  }
}
