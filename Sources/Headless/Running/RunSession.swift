internal import Board
internal import Boundary
internal import SignalboxCore

/// Runs actions one after the other, and stops at the first that does not succeed.
@MainActor
package struct RunSession {
  private let board: HeadlessBoard
  private let steps: [Step]
  private let ending: Ending
  private let waitsForGuards: Bool
  private let waitLimit: Duration?

  /// When the session ends.
  package enum Ending: Sendable, Equatable {
    /// When the last run has ended.
    case withTheRuns
    /// When the last run has started. The runs go on without this front end.
    /// - isQuiet: Whether starts are not reported.
    case withTheStarts(isQuiet: Bool)
  }

  /// One action to run.
  package struct Step: Equatable, Sendable {
    package var id: String
    package var input: String?
    /// The question of the action that was answered with yes; nil if none was.
    package var confirmed: String?

    package init(_ id: String, input: String? = nil, confirmed: String? = nil) {
      self.id = id
      self.input = input
      self.confirmed = confirmed
    }
  }

  /// - Parameters:
  ///   - waitsForGuards: Whether to wait for an action that may not start now.
  ///   - waitLimit: The longest wait for each action; nil sets no limit.
  package init(
    board: HeadlessBoard, steps: [Step], ending: Ending = .withTheRuns, waitsForGuards: Bool,
    waitLimit: Duration?
  ) {
    self.board = board
    self.steps = steps
    self.ending = ending
    self.waitsForGuards = waitsForGuards
    self.waitLimit = waitLimit
  }

  /// The result of starting an action.
  private enum Start {
    case accepted(End)
    /// It was not started, which ends the program with this code; nil if the program is ending for another
    /// reason.
    case refused(Int32?)
  }

  /// The end of a run that was started.
  @MainActor
  private final class End {
    /// Nil until the run has ended.
    var outcome: RunOutcome?
  }

  /// Runs everything; returns the exit code, or nil if the program is ending for another reason.
  package func run() async -> Int32? {
    for step in steps {
      let end: End
      switch await start(step) {
      case .accepted(let accepted): end = accepted
      case .refused(let code): return code
      }
      if case .withTheStarts(let isQuiet) = ending {
        if await waitUntilReady(step.id, or: end) {
          if !isQuiet { board.say("\(step.id): ready in the background") }
          continue
        }
        guard isService(step.id) else {
          if !isQuiet { board.say("\(step.id): started in the background") }
          continue
        }
        if board.isLeaving { return nil }
      }
      await board.wait { end.outcome != nil && !board.isVisiting }
      let outcome = end.outcome ?? .lost
      // In a private box the action becomes idle in a later turn, which is printed too. A shared box has sent
      // that before, and others may run the action by now.
      if !board.box.isShared { await board.wait { board.box.situation[step.id]?.isRunning != true } }
      if board.isLeaving { return nil }
      if outcome == .lost { board.say("\(step.id): its box has ended, so its result is not known") }
      if case .failed(let failure) = outcome, failure.kind == .outputClosed {
        board.outputFailed(failure.message)
        return nil
      }
      let code = ExitStatus.code(for: outcome, passesThrough: passesThrough)
      if code != ExitStatus.succeeded { return code }
    }
    return ExitStatus.succeeded
  }

  private func isService(_ id: String) -> Bool {
    board.box.situation[id]?.description.isService == true
  }

  /// Waits for a service that was started. Returns false if it has ended before it was ready, and for other
  /// actions.
  private func waitUntilReady(_ id: String, or end: End) async -> Bool {
    guard isService(id) else { return false }
    // The situation may not show the start yet.
    await board.wait {
      board.isLeaving || board.box.hasEnded || end.outcome != nil
        || board.box.situation[id]?.service == .ready
    }
    return board.box.situation[id]?.service == .ready
  }

  /// With a single command, the exit code is that of the command.
  private var passesThrough: Bool { steps.count == 1 }

  private func start(_ step: Step) async -> Start {
    let limit = waitLimit.map { board.startLimit($0) }
    defer { limit?.cancel() }
    while !board.isLeaving {
      // A change after this moment may lead to another answer.
      let moment = board.moment
      let reason: String
      switch await request(step) {
      case (.accepted, let end): return .accepted(end)
      case (.refused(let refusal), _): reason = refusal
      case (.unknown, _):
        board.say("\(step.id): the box has ended, so it is not known whether it was started")
        return .refused(ExitStatus.waitedTooLong)
      }
      let canChange = waitsForGuards && canStillChange(step.id)
      if canChange && limit?.hasPassed != true {
        await board.waitForChange(after: moment)
        continue
      }
      board.printRefusal(of: step.id)
      if canChange, let waitLimit {
        board.say("\(step.id): refused: \(reason); waited for \(waitLimit.text)")
        return .refused(ExitStatus.waitedTooLong)
      }
      let addition = waitsForGuards ? "; nothing runs that could change that" : ""
      board.say("\(step.id): refused: \(reason)\(addition)")
      return .refused(ExitStatus.refused)
    }
    return .refused(nil)
  }

  /// Requests a start.
  private func request(_ step: Step) async -> (StartAnswer, End) {
    let end = End()
    let mustBeEntered = board.box.situation[step.id]?.description.canBeEntered == true
    let isEntered = ending == .withTheRuns && board.canEnter(step.id)
    let answer = await withCheckedContinuation { answer in
      var order = StartOrder(step.id, input: step.input, confirmed: step.confirmed)
      if self.ending == .withTheRuns {
        order.bytes = board.bytes(of: step.id)
        order.hasTerminal = board.isOnTerminal && (isEntered || !mustBeEntered)
      } else {
        order.isDetached = true
      }
      if isEntered { board.clearStage() }
      order.onAnswer = { given in
        if isEntered {
          if case .accepted = given { board.enter(step.id) } else { board.openStage() }
        }
        answer.resume(returning: given)
      }
      order.onEnd = { outcome in
        end.outcome = outcome
        board.runEnded()
      }
      board.box.start(order)
    }
    return (answer, end)
  }

  /// Whether something is running or repeats that could let an action start.
  private func canStillChange(_ id: String) -> Bool {
    let situation = board.box.situation
    let reach = GuardReach(of: id, in: situation)
    return situation.actions.contains { $0.isRunning && ($0.id == id || reach.actions.contains($0.id)) }
      || situation.isAttended
        && situation.actions.contains { $0.description.runsByItself && reach.actions.contains($0.id) }
      || reach.includesNetwork && situation.network.requests > 0
      || reach.includesErrors && situation.problems.contains { $0.expires != nil }
  }
}
