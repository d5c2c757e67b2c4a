internal import Board
internal import Boundary
internal import Jobs
internal import Wire

/// What of the requests of front ends is written into the record.
extension BoxHost {
  /// Writes what has come of a request. Returns false if it cannot be written although there is a record.
  @discardableResult
  func note(
    _ what: PressEntry.What, _ action: String, input: InputValues? = nil, by session: FrontEndSession?,
    reason: String? = nil
  ) -> Bool {
    note(what, action, input: input, by: PressEntry.Who(session), reason: reason)
  }

  @discardableResult
  private func note(
    _ what: PressEntry.What, _ action: String, cause: String? = nil, input: InputValues? = nil,
    by who: PressEntry.Who, reason: String? = nil, run: Int? = nil, yes: PressEntry.Yes? = nil
  ) -> Bool {
    guard let record else { return true }
    let shown = board.interlocking[action]?.definition.form.shown(input)
    return record.write(
      PressEntry(
        what: what, who: who, action: action, cause: cause, input: shown, reason: reason, run: run, yes: yes))
  }

  /// Writes what comes of a start.
  func noteStart(_ order: inout StartOrder, by session: FrontEndSession, yes: PressEntry.Yes?) {
    guard record != nil else { return }
    let (onRun, onAnswer, onEnd) = (order.onRun, order.onAnswer, order.onEnd)
    let (action, input, isPlan) = (order.action, order.input, order.plan != nil)
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
        self?.note(isPlan ? .planned : .started, action, input: input, by: who, run: run, yes: yes)
      case .upToDate: break
      case .refused(let reason), .notTaken(let reason), .unavailable(let reason, _):
        self?.note(.refused, action, input: input, by: who, reason: reason, yes: yes)
      case .unknown: break
      }
      onAnswer(answer)
    }
    order.onEnd = { [weak self] outcome in
      self?.note(.ended, action, by: who, reason: outcome.inRecord, run: run)
      onEnd(outcome)
    }
    guard isPlan else { return }
    let how = session.isAgent ? "elicitation" : "start"
    order.onPress = { [weak self] in self?.note($0, ofPlanOf: action, by: who, confirmedAhead: how) }
  }

  /// Writes a press that a plan makes. The end of its action is that of the start.
  /// - Parameter how: How questions were answered that were answered when the plan began.
  private func note(
    _ press: PlanPress, ofPlanOf target: String, by who: PressEntry.Who, confirmedAhead how: String
  ) {
    let cause = StartCause.plan(target).words()
    switch press.event {
    case .started:
      let yes = press.question.map { _ in
        PressEntry.Yes(how: press.answerer == nil ? how : "panel", who: press.answerer)
      }
      note(.started, press.action, cause: cause, by: who, run: press.run, yes: yes)
    case .refused(let reason): note(.refused, press.action, cause: cause, by: who, reason: reason)
    case .ended(let outcome):
      note(.ended, press.action, cause: cause, by: who, reason: outcome.inRecord, run: press.run)
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

extension RunOutcome {
  /// How a run has ended, in words.
  fileprivate var inRecord: String { [word, message].compactMap(\.self).joined(separator: ": ") }
}
