internal import Board
internal import Boundary
internal import Wire

/// Runs, guards and people that calls wait for.
extension Seat {
  mutating func beginWait(_ number: Int, _ arguments: ToolArguments, _ status: ActionStatus?) {
    let wanted = [
      arguments.text("action"), arguments.text("guard"), arguments.whole("petition").map { "\($0)" },
    ]
    guard wanted.count(where: { $0 != nil }) == 1 else {
      return finish(number, text: "name one of action, guard and petition", isError: true)
    }
    let deadline = now + wait(arguments)
    calls[number]?.deadline = deadline
    if let text = arguments.text("guard") { return beginWait(number, forGuard: text) }
    if let petition = arguments.whole("petition").map(UInt64.init) {
      guard petitions[petition] != nil else {
        return finish(number, text: "there is no petition \(petition) of this agent", isError: true)
      }
      return watchPetition(number, petition)
    }
    guard let status else { return }
    guard status.isRunning else {
      if status.runs.count == 0 {
        return finish(number, text: "\(status.id) is not running, and has never run.", isError: false)
      }
      return conclude(number, status, run: status.runs.count, .ended(status.runs.last.outcome ?? .cancelled))
    }
    watch(status.present.last, of: status, number)
  }

  private mutating func beginWait(_ number: Int, forGuard text: String) {
    let guarded: Guard
    do throws(GuardError) {
      guarded = try Guard(text)
    } catch {
      let mistakes = error.mistakes.prefix(3).map { mistake in
        "column \(mistake.offset + 1): \(mistake.message)\(mistake.hint.map { " (\($0))" } ?? "")"
      }
      return finish(number, text: "not a guard: \(mistakes.joined(separator: "; "))", isError: true)
    }
    let visible = visibleActions.map(\.id)
    for case .action(let id, _) in guarded.references where !id.contains("/") && !visible.contains(id) {
      let unknown = UnknownAction(id, among: visible.map { ($0, []) })
      return finish(number, text: "not a guard: \(unknown)", isError: true)
    }
    calls[number]?.stage = .guarded(text)
    effects.append(.hold(call: number, guard: text))
  }

  /// The box has answered the wait for a guard.
  mutating func guardAnswered(_ number: Int, _ answer: HoldAnswer) {
    guard case .guarded(let text)? = calls[number]?.stage, let situation = sight.situation else { return }
    switch answer {
    case .holds: finish(number, text: "holds now: \(text)", isError: false)
    case .never(let parts, let failure):
      let reason = lock(situation).hiding(failure ?? "needs \(parts.joined(separator: ", "))")
      finish(number, text: "cannot hold now: \(text) (\(reason))", isError: true)
    case .refused(let reason):
      finish(number, text: "not a guard of this board: \(lock(situation).hiding(reason))", isError: true)
    case .ended: finishWithoutBox(number)
    }
  }

  // MARK: Runs

  mutating func runEnded(_ number: Int, _ outcome: RunOutcome) {
    guard let call = calls[number], case .running(var watch) = call.stage else {
      return petitionEnded(number, outcome)
    }
    watch.outcome = outcome
    calls[number]?.stage = .running(watch)
    watchRun(number)
  }

  /// Looks whether the run that a call waits for has come to something.
  mutating func watchRun(_ number: Int) {
    guard let call = calls[number], case .running(var watch) = call.stage, let id = actionName(number),
      let status = sight.situation?[id]
    else {
      if let id = actionName(number) {
        finish(number, text: "\(id) is no longer on the board.", isError: true)
      }
      return
    }
    if watch.run == nil, status.runs.count > watch.before {
      let known = ownRuns[id]?.runs ?? []
      let mine = status.present.first {
        $0.number > watch.before && $0.starter == name && !known.contains($0.number)
      }
      watch.run = mine?.number
    }
    // It was too short to be seen.
    if watch.run == nil, watch.outcome != nil, status.runs.count > 0 { watch.run = status.runs.count }
    if let run = watch.run, watch.isOwn { keepOwn(run, of: status) }
    calls[number]?.stage = .running(watch)
    tellProgress(number, status)
    if let outcome = watch.outcome {
      return conclude(number, status, run: watch.run, .ended(outcome))
    }
    guard let run = watch.run else { return }
    if !watch.isOwn, status.hasEnded(upTo: run) {
      return conclude(number, status, run: run, .ended(status.runs.last.outcome ?? .cancelled))
    }
    if status.service == .ready, status.description.isService {
      return conclude(number, status, run: run, .ready(wasBefore: false))
    }
    if let question = status.question { conclude(number, status, run: run, .asks(question)) }
  }

  private mutating func keepOwn(_ run: Int, of status: ActionStatus) {
    if ownRuns[status.id]?.runs.contains(run) == true { return }
    ownRuns[status.id, default: ([], status.runs.restarts)].runs.insert(run)
    ownRuns[status.id]?.restarts = status.runs.restarts
  }

  /// The answer of a call is known, except for the output that belongs to it.
  mutating func conclude(_ number: Int, _ status: ActionStatus, run: Int?, _ conclusion: Conclusion) {
    let text = RunText(action: status, run: run, conclusion: conclusion, restarts: restarts(status.id))
    calls[number]?.deadline = nil
    calls[number]?.stage = .reading(.run(text))
    effects.append(.lines(call: number, action: status.id, from: 0, run: run ?? -1))
  }

  private mutating func tellProgress(_ number: Int, _ status: ActionStatus) {
    guard let call = calls[number], let token = call.progressToken, let fraction = status.runs.fraction,
      fraction > call.progress?.fraction ?? -1,
      now - (call.progress?.time ?? .seconds(-1)) >= .milliseconds(500)
    else { return }
    calls[number]?.progress = (fraction, now)
    var params: JSONTree = [
      "progressToken": token, "progress": JSONTree(thousandths: Int(fraction * 1_000)), "total": 1,
    ]
    params.set("message", status.runs.value.map { .text($0.safe) })
    send(ServerMessage.notification("notifications/progress", params), mayBeDropped: true)
  }

  // MARK: Time

  mutating func waitedLongEnough(_ number: Int) {
    guard let call = calls[number] else { return }
    switch call.stage {
    case .running(let watch):
      guard let id = actionName(number), let status = sight.situation?[id] else { return }
      conclude(number, status, run: watch.run, .goesOn(after: now - watch.since))
    case .inTheWay: considerPress(number)
    case .guarded(let text):
      finish(
        number, text: "does not hold yet: \(text). Use wait again, or why with an action of it.",
        isError: false)
    case .cancelling:
      guard let id = actionName(number) else { return }
      finish(
        number, text: "\(id) is being cancelled, and has not ended yet. Use wait with action \(id).",
        isError: false)
    case .form:
      finish(number, text: "no answer yet of the person. Press again to ask again.", isError: true)
    case .petition: petitionWaited(number)
    case .asked: finish(number, text: "no answer yet of a person. Use wait again.", isError: false)
    case .starting:
      guard let id = actionName(number) else { return }
      finish(
        number,
        text: "it is not known yet whether \(id) may start. Look at list_actions before you press again.",
        isError: false)
    case .reaching, .reading: break
    }
  }
}
