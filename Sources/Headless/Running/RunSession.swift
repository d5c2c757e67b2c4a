internal import Board
internal import Jobs
internal import SignalboxCore

/// Runs actions one after the other, and stops at the first that does not succeed.
@MainActor
package struct RunSession {
  private let board: HeadlessBoard
  private let steps: [(id: String, input: String?)]
  private let waitsForGuards: Bool
  private let waitLimit: Duration?

  /// - Parameters:
  ///   - waitsForGuards: Whether to wait for an action that may not start now.
  ///   - waitLimit: The longest wait for each action; nil sets no limit.
  package init(
    board: HeadlessBoard, steps: [(id: String, input: String?)], waitsForGuards: Bool, waitLimit: Duration?
  ) {
    self.board = board
    self.steps = steps
    self.waitsForGuards = waitsForGuards
    self.waitLimit = waitLimit
  }

  /// The result of starting an action.
  private enum Start {
    case accepted(Execution<Never>)
    /// It was not started, which ends the program with this code; nil if the program is ending for another
    /// reason.
    case refused(Int32?)
  }

  /// Runs everything; returns the exit code, or nil if the program is ending for another reason.
  package func run() async -> Int32? {
    for step in steps {
      let execution: Execution<Never>
      switch await start(step.id, input: step.input) {
      case .accepted(let accepted): execution = accepted
      case .refused(let code): return code
      }
      let failure = await failure(of: execution)
      // The action becomes idle in a later turn, which is printed too.
      if let job = board.interlocking[step.id] {
        await board.wait { !job.snapshot.data.isRunning }
      }
      if board.isLeaving { return nil }
      if let failure { return ExitStatus.code(for: failure, passesThrough: passesThrough) }
    }
    return ExitStatus.succeeded
  }

  /// With a single command, the exit code is that of the command.
  private var passesThrough: Bool { steps.count == 1 }

  private func start(_ id: String, input: String?) async -> Start {
    let limit = waitLimit.map { board.startLimit($0) }
    defer { limit?.cancel() }
    while !board.isLeaving {
      let reason: String
      switch board.interlocking.start(id, input: input) {
      case .accepted(let execution): return .accepted(execution)
      case .refused(let refusal): reason = refusal
      }
      let canChange = waitsForGuards && canStillChange(id)
      if canChange && limit?.hasPassed != true {
        // The guard may depend on a probe that starts only by the clock.
        board.interlocking.startRepeats()
        await board.waitForChange()
        continue
      }
      board.printRefusal(of: id)
      if canChange, let waitLimit {
        board.say("\(id): refused: \(reason); waited for \(waitLimit.text)")
        return .refused(ExitStatus.waitedTooLong)
      }
      let addition = waitsForGuards ? "; nothing runs that could change that" : ""
      board.say("\(id): refused: \(reason)\(addition)")
      return .refused(ExitStatus.refused)
    }
    return .refused(nil)
  }

  /// Whether something is running or repeats that could let an action start.
  private func canStillChange(_ id: String) -> Bool {
    let interlocking = board.interlocking
    let station = interlocking.station
    let reach = GuardReach(of: id, on: interlocking.board)
    return interlocking.running.contains { $0.id == id || reach.actions.contains($0.id) }
      || interlocking.board.actions.contains { $0.every != nil && reach.actions.contains($0.id) }
      || reach.includesNetwork && station.network.activeRequestCount.data > 0
      || reach.includesErrors && station.errors.reports.data.contains { $0.expires != nil }
  }

  private func failure(of execution: Execution<Never>) async -> ActionError? {
    do throws(ActionError) {
      try await execution.finished()
      return nil
    } catch {
      return error
    }
  }
}
