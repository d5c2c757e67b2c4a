internal import Board
internal import Boundary
internal import Wire

/// Presses: from the first look at the lock to the answer of the box.
extension Seat {
  /// The most presses in a minute.
  private static let pressLimit = 30
  /// How many boxes are asked, if each ends before it takes the start.
  private static let boxLimit = 3

  mutating func beginPress(_ number: Int) {
    guard let (_, arguments, status) = pressed(number) else { return }
    let id = status.id
    if calls[number]?.attempts == 0 {
      presses.removeAll { now - $0 > .seconds(60) }
      guard presses.count < Self.pressLimit else {
        return finish(
          number, text: "\(id) was not started: more than \(Self.pressLimit) presses in a minute. Wait.",
          isError: true)
      }
      presses.append(now)
    }
    if status.description.agents.reach == .look {
      return finish(
        number, text: "\(id) was not started: the board lets agents look at it only. Tell the person.",
        isError: true)
    }
    // What the box says before it looks at the guard: the action changes, or its input is wrong.
    if let reason = status.refusalOfRequest(input: arguments.input) {
      return finish(number, text: "\(id) was not started: \(reason).", isError: true)
    }
    considerPress(number)
  }

  /// The call of a press, with its action as it is now.
  private func pressed(_ number: Int) -> (Call, ToolArguments, ActionStatus)? {
    guard let call = calls[number], case .tool(.press, let arguments) = call.purpose,
      let id = arguments.text("action"), let status = action(id)
    else { return nil }
    return (call, arguments, status)
  }

  /// Starts the action, or waits for what is in the way, or says why neither is possible.
  mutating func considerPress(_ number: Int) {
    guard let (call, arguments, status) = pressed(number) else {
      return finish(number, text: "the action is no longer on the board", isError: true)
    }
    let rule = arguments.text("if_running").flatMap(RunningRule.init)
    if status.isRunning, let decision = decide(status, rule) {
      switch decision {
      case .attach(let isReady): return attach(number, status, isReady: isReady)
      case .refuse(let text): return finish(number, text: text, isError: true)
      }
    }
    guard let reason = status.refusal(input: arguments.input) else { return confirm(number, status) }
    if rule != .refuse, status.isOnlyInTheWay, let deadline = call.deadline, deadline > now {
      calls[number]?.stage = .inTheWay
      return
    }
    refuse(number, status, because: reason)
  }

  private enum Decision {
    /// Waits for the present run.
    case attach(isReady: Bool)
    case refuse(String)
  }

  /// What follows from a present run; nil if another one may start beside it, or after it.
  private func decide(_ status: ActionStatus, _ rule: RunningRule?) -> Decision? {
    let isReady = status.service == .ready
    if rule == .join || rule == nil && status.description.isService { return .attach(isReady: isReady) }
    guard !status.isEnabled, let run = status.present.last else { return nil }
    let starter = run.starter.map { ", started by \($0)" } ?? ""
    switch rule {
    case .refuse:
      return .refuse("\(status.id) was not started: is running (run \(run.number)\(starter)).")
    // An agent that presses again has usually lost patience, and wants no second run.
    case nil where ownRuns[status.id]?.runs.contains(run.number) == true:
      return .refuse(
        """
        \(status.id) was not started: is running (run \(run.number), which you have started). Use wait with action \
        \(status.id); only if_running: after starts it once more when that run has ended.
        """)
    default: return nil
    }
  }

  /// Waits for a run that somebody has started before.
  private mutating func attach(_ number: Int, _ status: ActionStatus, isReady: Bool) {
    let run = status.present.last
    if isReady { return conclude(number, status, run: run?.number, .ready(wasBefore: true)) }
    watch(run, of: status, number)
  }

  /// Waits for a run that somebody has started before; nil if it was accepted and has not begun.
  mutating func watch(_ run: RunHistory.Entry?, of status: ActionStatus, _ number: Int) {
    let since = run.map { now - (boxTime - $0.start) } ?? now
    calls[number]?.stage = .running(
      Call.RunWatch(run: run?.number, before: status.runs.count, isOwn: false, since: since))
    watchRun(number)
  }

  /// The guard or a run does not let it start.
  private mutating func refuse(_ number: Int, _ status: ActionStatus, because reason: String) {
    if !status.verdict.isPassing {
      calls[number]?.deadline = nil
      calls[number]?.stage = .reading(.refusal(reason))
      return effects.append(.explain(call: number, action: status.id))
    }
    finish(number, text: "\(status.id) was not started: \(reason).", isError: true)
  }

  // MARK: Starting

  /// Starts the action.
  mutating func start(_ number: Int, confirmed: String?, isPetition: Bool = false) {
    guard let (_, arguments, status) = pressed(number) else { return }
    var start = SeatStart(action: status.id)
    (start.input, start.confirmed, start.isPetition) = (arguments.input, confirmed, isPetition)
    calls[number]?.confirmed = confirmed
    calls[number]?.stage = isPetition ? .petition : .starting
    effects.append(.start(call: number, start))
  }

  /// The box has answered a start.
  mutating func started(_ number: Int, _ answer: StartAnswer) {
    guard let (call, _, status) = pressed(number) else { return }
    let isPetition: Bool
    switch call.stage {
    case .starting: isPetition = false
    case .petition: isPetition = true
    default: return
    }
    let id = status.id
    switch answer {
    case .accepted:
      let before = status.runs.count - status.begunByNow
      let watch = Call.RunWatch(run: nil, before: before, isOwn: true, since: now)
      calls[number]?.stage = .running(watch)
      watchRun(number)
    case .refused(let reason):
      if isPetition { return petitionRefused(number, status, reason) }
      // Somebody was faster: what is in the way now can end.
      if let situation = sight.situation?[id], situation.refusal != nil, call.deadline != nil {
        return considerPress(number)
      }
      refuse(number, status, because: reason)
    case .upToDate(let reason), .unavailable(let reason, _):
      finish(number, text: "\(id) was not started: \(reason).", isError: true)
    case .notTaken(let reason):
      guard call.attempts < Self.boxLimit else {
        return finish(number, text: "\(id) was not started: \(reason).", isError: true)
      }
      calls[number]?.attempts += 1
      sight.isLive = false
      begin(number, startsBox: true)
    case .unknown:
      finish(
        number,
        text:
          "the box of the board has ended, and it is not known whether \(id) was started; look at list_actions first",
        isError: true)
    }
  }
}

extension ActionStatus {
  /// Whether nothing but present runs keeps it from starting, so that waiting helps.
  fileprivate var isOnlyInTheWay: Bool {
    guard case .blocked(let parts) = verdict else { return isRunning || !(shared?.runs.isEmpty ?? true) }
    let runs = description.guardFacts.filter { if case .action(_, .running) = $0 { true } else { false } }
    return parts.allSatisfy { part in runs.contains { part == "not \($0)" } }
  }

  /// The number of present runs that have begun, which the situation may show before the answer to their
  /// start.
  var begunByNow: Int { present.count }
}
