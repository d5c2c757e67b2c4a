package import Board
package import Boundary
internal import SignalboxCore

/// Runs actions one after the other, and stops at the first that does not succeed.
@MainActor
package struct RunSession {
  let board: HeadlessBoard
  private let steps: [Step]
  let ending: Ending
  let ifRunning: IfRunning
  let waitsForGuards: Bool
  let waitLimit: Duration?
  /// The run that has started this program; nil if none of the board has.
  let caller: CallingRun?
  /// Whether an output is printed only of a run that fails, when it has.
  private let isSilentUntilFailure: Bool
  let summary = Summary()

  /// When the session ends.
  package enum Ending: Sendable, Equatable {
    /// When the last run has ended.
    case withTheRuns
    /// When the last run has started. The runs go on without this front end.
    /// - isQuiet: Whether starts are not reported.
    case withTheStarts(isQuiet: Bool)
  }

  /// One action to run.
  package struct Step: Sendable {
    package var id: String
    package var input: InputValues?
    /// The question of the action that was answered with yes; nil if none was.
    package var confirmed: String?
    /// Whether present runs are cancelled first.
    package var isRestart = false
    /// How what it needs is started before it; nil if it is not.
    package var needs: Needs?
    /// Whether it is left alone if its last success is fresh.
    package var ifStale = false

    package init(
      _ id: String, input: InputValues? = nil, confirmed: String? = nil, isRestart: Bool = false,
      needs: Needs? = nil, ifStale: Bool = false
    ) {
      self.ifStale = ifStale
      self.id = id
      self.input = input
      self.confirmed = confirmed
      self.isRestart = isRestart
      self.needs = needs
    }
  }

  /// - Parameters:
  ///   - waitsForGuards: Whether to wait for an action that may not start now.
  ///   - waitLimit: The longest wait for each action; nil sets no limit.
  ///   - isSilentUntilFailure: Whether an output is printed only of a run that fails.
  package init(
    board: HeadlessBoard, steps: [Step], ending: Ending = .withTheRuns, ifRunning: IfRunning = .ask,
    waitsForGuards: Bool, waitLimit: Duration?, caller: CallingRun? = nil, isSilentUntilFailure: Bool = false
  ) {
    self.ifRunning = ifRunning
    self.caller = caller
    self.isSilentUntilFailure = isSilentUntilFailure
    self.board = board
    self.steps = steps
    self.ending = ending
    self.waitsForGuards = waitsForGuards
    self.waitLimit = waitLimit
  }

  /// What the last line of JSON says about the last action.
  @MainActor
  final class Summary {
    var action: String?
    var run: Int?
    var outcome: RunOutcome?
    var refusal: String?
  }

  /// What follows from one step.
  enum Outcome {
    /// The next step.
    case done
    /// The action has begun to run meanwhile: the same step again.
    case again
    /// The end of the session with this code; nil if the program is ending for another reason.
    case ends(Int32?)
  }

  /// A start that was requested, and its run.
  @MainActor
  final class Started {
    /// The plan by which it is started; nil if it is unlocked.
    var plan: PlanStatus?
    var ticket: StartTicket?
    /// The number of the run, as far as it is known.
    var number: Int?
    /// Nil until the box has answered.
    var answer: StartAnswer?
    /// Whether its work has begun.
    var hasBegun = false
    /// Whether it was ready, if it is that of a service.
    var wasReady = false
    /// Nil until the run has ended.
    var outcome: RunOutcome?
  }

  /// Runs everything; returns the exit code, or nil if the program is ending for another reason.
  package func run() async -> Int32? {
    let trouble = board.box.situation.trouble
    if let trouble { board.say(trouble) }
    var code: Int32? = ExitStatus.succeeded
    for (index, step) in steps.enumerated() {
      guard case .ends(let end) = await perform(step, isLast: index == steps.count - 1) else { continue }
      code = end
      break
    }
    board.setEnd(
      EndReading(
        action: summary.action, run: summary.run, outcome: summary.outcome, refusal: summary.refusal,
        commandExit: summary.action.flatMap { board.box.situation[$0]?.runs.last.exitCode }))
    // It may have been found by the runs.
    if let news = board.box.situation.trouble, news != trouble, !board.isLeaving { board.say(news) }
    return code
  }

  /// How many boxes are asked for a start that meets the end of a box.
  private static let boxLimit = 5

  private func perform(_ step: Step, isLast: Bool) async -> Outcome {
    let stops = board.stopCount
    let limit = waitLimit.map { board.startLimit($0) }
    defer { limit?.cancel() }
    (summary.action, summary.run, summary.outcome, summary.refusal) = (step.id, nil, nil, nil)
    var boxes = 1
    while true {
      if let end = await meet(step, limit, isLast: isLast) { return end }
      let run = Started()
      if let end = await plan(step, run) { return end }
      switch await start(step, run, limit, boxes: &boxes) {
      case .again: continue
      case let end?: return end
      case nil: break
      }
      let questions = step.needs.map { needs in Task { await answerQuestions(of: step.id, needs) } }
      defer { questions?.cancel() }
      switch ending {
      case .withTheRuns:
        let outcome = await finish(step.id, run, limit, isLast: isLast)
        // It was cancelled by the end of another action, whose code counts.
        if run.outcome == .cancelled, !board.isLeaving, let stop = board.stop(after: stops) {
          return .ends(await board.endAfter(stop))
        }
        return outcome
      case .withTheStarts(let isQuiet):
        return await detach(from: step, run, limit, isQuiet: isQuiet, isLast: isLast)
      }
    }
  }

  /// Whether starts are not reported.
  var isQuiet: Bool { if case .withTheStarts(let isQuiet) = ending { isQuiet } else { false } }

  private func isService(_ id: String) -> Bool {
    board.box.situation[id]?.description.isService == true
  }

  /// Whether a start of an action waits for the end of another run.
  private func waitsForItsTurn(_ id: String) -> Bool { (board.box.situation[id]?.waiting ?? 0) > 0 }

  func code(for outcome: RunOutcome, isLast: Bool) -> Int32 {
    board.exitMap.code(for: outcome, isOnly: steps.count == 1, isLast: isLast)
  }

  /// The end of the session with a code of ``ExitStatus``, after a message.
  func end(_ status: Int32, _ message: String) -> Outcome {
    board.say(message)
    return .ends(board.exitMap.code(status))
  }

  // MARK: The end of a run

  /// Waits for the end of a run.
  private func finish(_ id: String, _ run: Started, _ limit: WaitLimit?, isLast: Bool) async -> Outcome {
    if let limit, let waitLimit {
      await board.wait {
        run.hasBegun || run.outcome != nil || board.isLeaving
          || limit.hasPassed && (waitsForItsTurn(id) || isPlanned(id))
      }
      if board.isLeaving { return .ends(nil) }
      if !run.hasBegun, run.outcome == nil {
        return end(
          ExitStatus.waitedTooLong, "\(id): cancelled: it has not begun, and waited for \(waitLimit.text)")
      }
      limit.cancel()
    }
    await wait(for: id, saying: Self.wait(ofEnd:)) { run.outcome != nil && !board.isVisiting }
    let outcome = run.outcome ?? .boxEnded
    // Its last moment is printed, too. In a shared box others may run the action by now.
    if !board.box.isShared { await board.wait { board.box.situation[id]?.isRunning != true } }
    if board.isLeaving { return .ends(nil) }
    if outcome.isLost { sayLost(id) }
    if outcome == .succeeded { await sayWhatChanged(id) }
    (summary.run, summary.outcome) = (run.number, outcome)
    if isSilentUntilFailure, outcome != .succeeded { await printLines(of: id, run: run.number) }
    if case .failed(let failure) = outcome, case .outputClosed(let hasNoReader) = failure.kind {
      board.outputFailed(failure.message, hasNoReader: hasNoReader)
      return .ends(nil)
    }
    return outcome == .succeeded ? .done : .ends(code(for: outcome, isLast: isLast))
  }

  /// Says that the success that has just been reached does not count, because its inputs have changed.
  private func sayWhatChanged(_ id: String) async {
    guard board.box.situation[id]?.freshness != nil else { return }
    // It is known a moment after the end, unless the files cannot be read.
    let limit = board.startLimit(Self.patienceForFiles)
    defer { limit.cancel() }
    await board.wait { isOver(limit) || board.box.situation[id]?.freshness?.isBeingRead != true }
    guard let stale = board.box.situation[id]?.freshness?.stale, !stale.path.isEmpty else { return }
    board.say("\(id): succeeded, but \(stale.text()) while it ran")
  }

  func sayLost(_ id: String) {
    let rest =
      isPlanned(id) ? ", and its plan with it; no start of it is known" : ", so its result is not known"
    board.say("\(id): its box \(board.box.endWords)\(rest)")
  }

  // MARK: Going on in the background

  /// How long a run is watched that has begun: a shell runs, and only then says that it does not find the
  /// program.
  private static let settlingTime = Duration.milliseconds(200)

  /// Waits until a run has begun, and is ready if it is that of a service. It goes on without this front end.
  private func detach(
    from step: Step, _ run: Started, _ limit: WaitLimit?, isQuiet: Bool, isLast: Bool
  ) async -> Outcome {
    let id = step.id
    // What is known of a run before a restart says nothing of the one after it.
    let status = { () -> ActionStatus? in
      let status = self.board.box.situation[id]
      let first = run.number ?? (step.isRestart ? .max : 0)
      return (status?.present.last?.number ?? .max) >= first ? status : nil
    }
    let notReady = { self.isService(id) ? status()?.notReady : nil }
    let isOver = {
      board.isLeaving || board.box.hasEnded || run.outcome != nil
        || limit?.hasPassed == true && isService(id) || notReady() != nil
    }
    let isReady = {
      run.wasReady = run.wasReady || status()?.service == .ready
      return status()?.service == .ready
    }
    // The situation may not show the start yet.
    await board.wait { isOver() || run.hasBegun || isReady() || waitsForItsTurn(id) }
    let isWaiting = !isOver() && !run.hasBegun && !isReady()
    if !isWaiting {
      let settling = board.startLimit(Self.settlingTime)
      await board.wait {
        _ = isReady()
        return isOver() || settling.hasPassed
      }
      settling.cancel()
    }
    if isService(id) { await board.wait { isOver() || isReady() } }
    if board.isLeaving { return .ends(nil) }
    if let outcome = run.outcome { return ended(id, run, with: outcome, isQuiet: isQuiet, isLast: isLast) }
    if board.box.hasEnded {
      sayLost(id)
      return .ends(code(for: .boxEnded, isLast: isLast))
    }
    if let reason = notReady(), !isReady() {
      board.say("\(id): \(reason)")
      return .ends(code(for: .failed(reason), isLast: isLast))
    }
    if let waitLimit, isService(id), !isWaiting, !isReady() {
      return end(
        ExitStatus.waitedTooLong,
        "\(id): it is not ready after \(waitLimit.text), and goes on in the background")
    }
    if !isQuiet { board.say("\(id): \(wordsInBackground(isService(id), isWaiting))") }
    return .done
  }

  private func wordsInBackground(_ isService: Bool, _ isWaiting: Bool) -> String {
    if isWaiting { return "waits for its turn in the background" }
    return isService ? "ready in the background" : "started in the background"
  }

  /// A run that should go on in the background has ended already, which is no success of a service.
  private func ended(
    _ id: String, _ run: Started, with outcome: RunOutcome, isQuiet: Bool, isLast: Bool
  ) -> Outcome {
    let time = isService(id) && !run.wasReady ? " before it was ready" : ""
    switch outcome {
    case .succeeded where isService(id):
      board.say("\(id): ended\(time), with exit code 0")
      return .ends(code(for: .failed("it ended\(time)"), isLast: isLast))
    case .succeeded:
      if !isQuiet { board.say("\(id): \(wordsInBackground(false, false))") }
      return .done
    case .cancelled: board.say("\(id): was cancelled\(time)")
    case .lost: sayLost(id)
    case .failed(let failure), .tolerated(let failure):
      board.say("\(id): failed\(time): \(failure.message)")
    }
    return .ends(code(for: outcome, isLast: isLast))
  }

  // MARK: Starting

  /// Starts an action, as soon as its guard lets it if the session waits for that. Returns nil if it was
  /// accepted.
  /// - Parameter boxes: How many boxes have been asked for this step, with the present one.
  private func start(
    _ step: Step, _ run: Started, _ limit: WaitLimit?, boxes: inout Int
  ) async -> Outcome? {
    while !board.isLeaving {
      if wouldWaitForItself(step.id) { return waitsForItself(step.id) }
      // A change after this moment may lead to another answer.
      let moment = board.moment
      let runCount = board.box.situation[step.id]?.runs.count
      request(step, run)
      // What other machines say may take long.
      let isShared = board.box.situation[step.id]?.description.isShared == true
      await wait(for: step.id, saying: Self.wait(ofStart:)) {
        run.answer != nil || board.isLeaving || isShared && limit?.hasPassed == true
      }
      let reason: String
      var status = ExitStatus.refused
      var canChange = waitsForGuards
      switch run.answer {
      case .accepted: return nil
      case .upToDate(let words):
        if !isQuiet { board.say("\(step.id): \(words)") }
        summary.outcome = .succeeded
        return .done
      case .refused(let refusal):
        if isAnotherRun(refusal), limit?.hasPassed != true {
          // Somebody has started it meanwhile, which the situation shows soon, or shows already.
          await board.wait {
            let action = board.box.situation[step.id]
            return isOver(limit) || action?.isRunning != false || action?.runs.count != runCount
          }
          return .again
        }
        reason = refusal
        canChange = canChange && canStillChange(step.id)
      case .unavailable(let problem, let mayPass):
        reason = problem
        status = ExitStatus.unavailable(mayPass: mayPass)
        canChange = canChange && mayPass
      case .notTaken(let refusal):
        boxes += 1
        // The action may run in the next box, which the step meets first.
        if boxes <= Self.boxLimit, await board.goOnWithNextBox() { return .again }
        if board.isLeaving { return .ends(nil) }
        return end(ExitStatus.waitedTooLong, "\(step.id): not started: \(refusal)")
      case .unknown:
        return end(
          ExitStatus.waitedTooLong,
          "\(step.id): the box \(board.box.endWords), so it is not known whether it was started")
      case nil:
        if board.isLeaving { return .ends(nil) }
        if let ticket = run.ticket { board.box.cancel(.start(ticket)) }
        return end(
          ExitStatus.waitedTooLong,
          "\(step.id): cancelled: no answer whether it may start; waited for \(waitLimit?.text ?? "it")")
      }
      if canChange && limit?.hasPassed != true {
        run.answer = nil
        // The answer was a change, too.
        await board.waitForChange(after: moment + 1)
        continue
      }
      summary.refusal = reason
      board.printRefusal(of: step.id, because: reason)
      if canChange, let waitLimit {
        return end(
          ExitStatus.waitedTooLong, "\(step.id): refused: \(reason); waited for \(waitLimit.text)")
      }
      guard status == ExitStatus.refused else { return end(status, "\(step.id): \(reason)") }
      let failure = waitsForGuards ? failedStart(neededBy: step.id) : nil
      let addition =
        failure.map { ": \($0)" } ?? (waitsForGuards ? "; nothing runs that could change that" : "")
      return end(status, "\(step.id): refused: \(reason)\(addition)")
    }
    return .ends(nil)
  }

  /// How long the end of a run may wait for what is known of its inputs.
  private static let patienceForFiles = Duration.seconds(15)
  /// How long other machines may take before a person is told what is waited for.
  private static let patience = Duration.seconds(1)

  /// Waits until a condition holds, and says what other machines are waited for if that takes long.
  /// - Parameter words: What is waited for.
  private func wait(
    for id: String, saying words: (SharedState) -> String?, until condition: () -> Bool
  ) async {
    let patience = board.startLimit(Self.patience)
    defer { patience.cancel() }
    var said: String?
    while !condition() {
      let moment = board.moment
      if patience.hasPassed, let words = board.box.situation[id]?.shared.flatMap(words), words != said {
        said = words
        board.say("\(id): \(words)")
      }
      await board.waitForChange(after: moment)
    }
  }

  /// What a start waits for.
  private static func wait(ofStart shared: SharedState) -> String? {
    shared.endingSince == nil
      ? shared.wait ?? shared.askingSince.map { _ in "waits for the other machines" } : nil
  }

  /// What the end of a run waits for.
  private static func wait(ofEnd shared: SharedState) -> String? {
    shared.endingSince.flatMap { _ in shared.wait }
  }

  /// Requests a start.
  private func request(_ step: Step, _ run: Started) {
    let mustBeEntered = board.box.situation[step.id]?.description.canBeEntered == true
    let isEntered = ending == .withTheRuns && board.canEnter(step.id)
    var order = StartOrder(step.id, input: step.input, confirmed: step.confirmed)
    if ending == .withTheRuns {
      order.descriptors = board.descriptors(for: step.id)
      order.hasTerminal = board.isOnTerminal && (isEntered || !mustBeEntered)
    } else {
      order.isDetached = true
    }
    order.restarts = step.isRestart
    order.ifStale = step.ifStale
    order.onRun = { [board] number in
      // Before it, there may be the runs of a plan, or one that others have started.
      if isEntered, run.number == nil { board.enter(step.id) }
      run.number = number
    }
    if isEntered { board.clearStage() }
    if let plan = run.plan {
      order.plan = plan.digest
      order.confirmed = nil
      if step.needs?.isConfirmed == true {
        order.confirmedAhead = plan.steps.compactMap(\.question) + [plan.question].compactMap(\.self)
      }
    }
    order.onTicket = { run.ticket = $0 }
    order.onAnswer = { [board] answer in
      if case .accepted = answer {
        board.showLines(of: step.id)
      } else if isEntered {
        board.openStage()
      }
      run.answer = answer
      board.ring()
    }
    // The number of a run with a plan is known when that begins.
    if order.isDetached || waitLimit != nil || isEntered {
      order.onBegin = { [board] in
        run.hasBegun = true
        board.ring()
      }
    }
    order.onEnd = { [board] outcome in
      if isEntered, !board.isVisiting { board.openStage() }
      run.outcome = outcome
      board.ring()
    }
    board.box.start(order)
  }

  /// Why a service was not ready in time that the guard of an action needs; nil if there is none.
  private func failedStart(neededBy id: String) -> String? {
    guard case .blocked(let parts)? = board.box.situation[id]?.verdict else { return nil }
    return board.box.situation.failedStart(neededBy: parts)
  }

  /// Whether something is running or repeats that could let an action start. Who has not said how long to
  /// wait does not wait for a service that was not ready in time.
  private func canStillChange(_ id: String) -> Bool {
    if waitLimit == nil, failedStart(neededBy: id) != nil { return false }
    let situation = board.box.situation
    return situation.canChange(GuardReach(of: id, in: situation), orEndOf: id)
  }
}
