internal import Board
internal import Boundary
internal import Programs
internal import SignalboxCore

/// What a session does about an action that runs already.
package enum IfRunning: Sendable, Equatable {
  /// It is refused, or what its policy says.
  case ask
  /// Nothing, if it is a service that is ready; otherwise waits until it is.
  case ensure
  /// Goes on with the present run as if it were its own.
  case join
  /// Waits for the end of the present run.
  case after
}

extension RunSession {
  /// Deals with a present run of an action. Returns nil if the action is to be started.
  func meet(_ step: Step, _ limit: WaitLimit?, isLast: Bool) async -> Outcome? {
    switch ifRunning {
    case .ask: return nil
    case .after:
      if isCaller(step.id) { return waitsForItself(step.id) }
      await board.wait { self.isOver(limit) || self.board.box.situation[step.id]?.isRunning != true }
      return passed(limit, step.id, "still runs")
    case .ensure: return await ensure(step.id, limit, isLast: isLast)
    case .join:
      if isCaller(step.id) { return waitsForItself(step.id) }
      await board.wait {
        self.isOver(limit) || self.board.box.situation[step.id]?.isWithoutItsRun != true
      }
      if let outcome = passed(limit, step.id, "has not begun") { return outcome }
      guard let status = board.box.situation[step.id] else { return nil }
      guard
        let run = status.present.last(where: {
          status.description.form.isCertain($0.input, startedWith: step.input)
        })
      else {
        guard status.isRunning, status.description.whileRunning == .reject else { return nil }
        board.printRefusal(of: step.id, because: "is running with another input")
        return end(ExitStatus.refused, "\(step.id): refused: is running with another input")
      }
      return await join(run, of: step.id, isLast: isLast)
    }
  }

  /// Whether a start was refused because of a run that others have started since the situation was sent.
  func isAnotherRun(_ refusal: String) -> Bool {
    ifRunning != .ask && ["is running", "is being cancelled"].contains(where: refusal.hasPrefix)
  }

  /// Whether there is nothing to wait for any more.
  func isOver(_ limit: WaitLimit?) -> Bool {
    board.isLeaving || board.box.hasEnded || limit?.hasPassed == true
  }

  /// The end of a session whose limit has passed; nil if it goes on.
  private func passed(_ limit: WaitLimit?, _ id: String, _ state: String) -> Outcome? {
    if board.isLeaving { return .ends(nil) }
    guard limit?.hasPassed == true, board.box.situation[id]?.isRunning == true else { return nil }
    return end(ExitStatus.waitedTooLong, "\(id): it \(state); waited for \(waitLimit?.text ?? "it")")
  }

  // MARK: Services

  private func ensure(_ id: String, _ limit: WaitLimit?, isLast: Bool) async -> Outcome? {
    let status = { self.board.box.situation[id] }
    guard status()?.isRunning == true else { return nil }
    await board.wait {
      self.isOver(limit) || status()?.isRunning != true || status()?.service == .ready
        || status()?.notReady != nil
    }
    if board.isLeaving { return .ends(nil) }
    if board.box.hasEnded || status()?.isRunning != true { return nil }
    if status()?.service == .ready {
      if !isQuiet { board.say("\(id): ready in the background") }
      return .done
    }
    if let reason = status()?.notReady {
      board.say("\(id): \(reason)")
      return .ends(code(for: .failed(RunFailure(.other, reason)), isLast: isLast))
    }
    return end(ExitStatus.waitedTooLong, "\(id): it is not ready after \(waitLimit?.text ?? "that")")
  }

  // MARK: Joining

  /// Prints the lines of a run that others have started, and what follows, until it ends.
  private func join(_ run: RunHistory.Entry, of id: String, isLast: Bool) async -> Outcome {
    summary.run = run.number
    let time = (board.box.now - run.start).text
    board.say("\(id): joined run \(run.number) (\(run.starter.map { "\($0), " } ?? "")for \(time))")
    board.box.attention.history = id
    var (next, known): (Int, [Int: KeptLines.Line]) = (0, [:])
    while !board.isLeaving {
      let moment = board.moment
      guard let kept = await board.lines(of: id, from: known.keys.min() ?? next, run: run.number) else {
        return lost(id, isLast: isLast)
      }
      if next == 0, kept.missing > 0 { board.say("\(id): \(kept.missing) older lines are not kept") }
      let news = kept.lines.filter { known[$0.number] != $0 }
      board.print(kept: news.filter(\.line.isPrinted).map(\.line), of: id)
      for line in news { known[line.number] = line }
      next = kept.next
      known = known.filter { $0.key >= next - OutputRing.changeableCount }
      if kept.hasEnded, let ending = board.box.history(of: id)[run.number]?.ending {
        return joined(ending.outcome, id, isLast: isLast)
      }
      if board.box.hasEnded { return lost(id, isLast: isLast) }
      await board.waitForChange(after: moment)
    }
    return .ends(nil)
  }

  private func lost(_ id: String, isLast: Bool) -> Outcome {
    sayLost(id)
    summary.outcome = .boxEnded
    return .ends(code(for: .boxEnded, isLast: isLast))
  }

  private func joined(_ outcome: RunOutcome, _ id: String, isLast: Bool) -> Outcome {
    summary.outcome = outcome
    return outcome == .succeeded ? .done : .ends(code(for: outcome, isLast: isLast))
  }

  // MARK: The run of the caller

  /// Whether this program was started by a present run of the action, directly or not.
  func isCaller(_ id: String) -> Bool {
    guard let caller, caller.action == id, let status = board.box.situation[id] else { return false }
    guard let number = Int(caller.run) else { return status.isRunning }
    return status.present.contains { $0.number == number }
  }

  /// Whether a start would wait for the end of the run that has started this program.
  func wouldWaitForItself(_ id: String) -> Bool {
    guard isCaller(id) else { return false }
    switch board.box.situation[id]?.description.whileRunning {
    case .queue: return ending == .withTheRuns || waitsForGuards
    case .reject, .restart: return waitsForGuards
    case .concurrent, nil: return false
    }
  }

  func waitsForItself(_ id: String) -> Outcome {
    board.printRefusal(of: id, because: "would wait for itself")
    return end(ExitStatus.refused, "\(id): refused: would wait for itself")
  }

  // MARK: What a failed run has printed

  /// Prints the kept lines of a run.
  func printLines(of id: String, run: Int?) async {
    guard let run, let kept = await board.lines(of: id, from: 0, run: run) else { return }
    if kept.missing > 0 { board.say("\(id): \(kept.missing) older lines are not kept") }
    board.print(kept: kept.lines.filter(\.line.isPrinted).map(\.line), of: id)
  }
}

extension ActionStatus {
  /// Whether a start was accepted whose run has not begun.
  fileprivate var isWithoutItsRun: Bool { isRunning && present.isEmpty }
}
