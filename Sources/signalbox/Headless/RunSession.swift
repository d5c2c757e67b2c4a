internal import Board
internal import Jobs
internal import SignalboxCore

/// Runs actions one after the other, and stops at the first that does not succeed.
@MainActor
struct RunSession {
  let board: HeadlessBoard
  let steps: [(id: String, input: String?)]
  /// Whether an action that may not start now is waited for.
  let waitsForGuards: Bool

  /// Runs everything; returns the exit code, or nil when the program is ending for another reason.
  func run() async -> Int32? {
    for step in steps {
      guard let execution = await start(step.id, input: step.input) else {
        return board.isLeaving ? nil : ExitStatus.refused
      }
      let failure = await failure(of: execution)
      // The action becomes idle in a turn of its own, which has to be told too.
      if let job = board.interlocking[step.id] {
        await board.wait { !job.snapshot.data.isRunning }
      }
      if board.isLeaving { return nil }
      if let failure { return ExitStatus.code(for: failure, passesThrough: passesThrough) }
    }
    return ExitStatus.succeeded
  }

  /// With a single command, ours is the exit code of the command.
  private var passesThrough: Bool { steps.count == 1 }

  private func start(_ id: String, input: String?) async -> Execution<Never>? {
    while !board.isLeaving {
      switch board.interlocking.start(id, input: input) {
      case .accepted(let execution): return execution
      case .refused(let reason):
        if waitsForGuards, canStillChange {
          // The guard may ask for a probe that runs by itself only.
          board.interlocking.startRepeats()
          await board.waitForChange()
          continue
        }
        board.tellRefusal(of: id)
        let addition = waitsForGuards ? "; nothing runs that could change that" : ""
        board.say("\(id): refused: \(reason)\(addition)")
        return nil
      }
    }
    return nil
  }

  /// Whether anything is under way that could unlock an action.
  private var canStillChange: Bool {
    let station = board.interlocking.station
    return !board.interlocking.running.isEmpty || station.network.activeRequestCount.data > 0
      || station.errors.reports.data.contains { $0.expires != nil }
      || board.interlocking.board.actions.contains { $0.every != nil }
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
