internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Dispatch
internal import Essentials
internal import Files
internal import Headless
internal import Jobs
internal import Rendezvous
internal import SignalboxCore

/// Waits for something on a board, whose box may come and go. It starts none, and keeps none.
@MainActor
final class BoxWait {
  /// What is waited for.
  enum Goal: Sendable {
    case guarded(String)
    /// The end of a run, and what its exit code means.
    case end(of: String, ExitMap)

    fileprivate var words: String {
      switch self {
      case .guarded(let text): text
      case .end(let action, _): "the end of \(action)"
      }
    }
  }

  private let choice: BoardChoice
  private let goal: Goal
  private let limit: Duration?
  private let isQuiet: Bool
  private let bell = ChangeBell()
  private var timer: (any Cancellable)?
  private var hasPassed = false
  private var watch: FileWatch?
  /// Whether the board knows what is waited for.
  private var isChecked = false

  init(_ choice: BoardChoice, _ goal: Goal, _ limit: Duration?, isQuiet: Bool) {
    (self.choice, self.goal, self.limit, self.isQuiet) = (choice, goal, limit, isQuiet)
  }

  /// Returns the exit code.
  func run() async -> Int32 {
    do {
      while true {
        let moment = bell.count
        if let box = try await ExistingBox.of(choice)?.box {
          if let code = await wait(on: box) { return code }
        } else if let code = try await withoutBox() {
          return code
        }
        if hasPassed { return passed() }
        startLimit()
        if hasPassed { return passed() }
        try watchForBox()
        await bell.next(after: moment)
      }
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      StandardError.write("\(error)")
      return ExitStatus.waitedTooLong
    }
  }

  // MARK: The limit

  private func startLimit() {
    guard let limit, timer == nil, !hasPassed else { return }
    guard limit >= .milliseconds(1) else {
      hasPassed = true
      return
    }
    timer = SharedTimers.queue.perform(every: min(limit, .seconds(1 << 31))) { [weak self] in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self?.timer?.cancel()
          self?.hasPassed = true
          self?.bell.ring()
        }
      }
    }
  }

  private func say(_ text: String) { if !isQuiet { StandardError.write(text) } }

  private func passed() -> Int32 {
    say("\(goal.words): waited for \(limit?.text ?? "it")")
    return map(ExitStatus.waitedTooLong)
  }

  private func map(_ status: Int32) -> Int32 {
    if case .end(_, let exitMap) = goal { exitMap.code(status) } else { status }
  }

  // MARK: Where no box runs

  /// A box writes the lock file when it can be reached.
  private func watchForBox() throws {
    guard watch == nil, let path = choice.path else { return }
    let places = try BoxPlaces(
      BoardIdentity(presentOrGone: path), environment: ProcessInfo.processInfo.environment)
    watch = try FileWatch(places.lockFile, scheduler: DispatchQueue.main) { [weak self] in self?.bell.ring() }
  }

  /// Returns the exit code, or nil to wait for a box.
  private func withoutBox() async throws -> Int32? {
    let isWaiting = isChecked && limit != nil
    if isWaiting, case .end = goal { return nil }
    let board: Board
    if isWaiting {
      // A box that came and went may have made it hold. Mistakes in the board are no end of the wait.
      guard let present = try? choice.load() else { return nil }
      board = present
    } else {
      board = try Opening.load(choice)
    }
    switch goal {
    case .end(let action, _):
      do throws(RunPlan.Mistake) { _ = try RunPlan.action(action, on: board) } catch {
        StandardError.write(error.message)
        return map(ExitStatus.usage)
      }
      isChecked = true
      if limit != nil { return nil }
      say("\(action) is not running")
      return map(ExitStatus.refused)
    case .guarded(let text):
      let interlocking = PresentBoard.interlocking(of: board, at: choice)
      await interlocking.lookAtInputs()
      let answer = await withCheckedContinuation { answer in
        _ = interlocking.awaitGuard(HoldOrder(text, isPatient: false) { answer.resume(returning: $0) })
      }
      switch answer {
      case .refused(let reason): return refused(reason)
      case .holds: return ExitStatus.succeeded
      case .never(let parts, _):
        isChecked = true
        if limit != nil { return nil }
        let isUnasked = interlocking.isUnasked(text)
        let reason = "\(Verdict.blocked(by: parts)), and no box runs that could change that"
        say(isUnasked ? "\(text): not asked: no box" : reason)
        return isUnasked ? ExitStatus.waitedTooLong : ExitStatus.refused
      case .ended: return ExitStatus.waitedTooLong
      }
    }
  }

  private func refused(_ reason: String) -> Int32 {
    StandardError.write(reason)
    return isChecked ? ExitStatus.refused : ExitStatus.usage
  }

  // MARK: On a box

  /// Returns the exit code; nil if the box has ended and the next one is waited for.
  private func wait(on box: ServedBox) async -> Int32? {
    switch goal {
    case .guarded(let text): await waitUntil(text, on: box)
    case .end(let action, let exitMap): await waitForEnd(of: action, on: box, exitMap)
    }
  }

  private func boxEnded(_ box: ServedBox) -> Int32? {
    if limit != nil, box.end?.isEndOfBox == true { return nil }
    say("the box \(box.endWords)")
    return ExitStatus.waitedTooLong
  }

  private func waitUntil(_ text: String, on box: ServedBox) async -> Int32? {
    var answer: HoldAnswer?
    let ticket = box.awaitGuard(
      HoldOrder(text, isPatient: limit != nil) { [bell] in
        answer = $0
        bell.ring()
      })
    // The answer to this comes after that to a text which is no guard.
    await withCheckedContinuation { known in box.explain("") { _ in known.resume() } }
    if answer == nil {
      isChecked = true
      startLimit()
    }
    while answer == nil, !hasPassed {
      let moment = bell.count
      await bell.next(after: moment)
    }
    switch answer {
    case .holds: return ExitStatus.succeeded
    case .never(let parts, let failure):
      let rest = failure.map { ": \($0)" } ?? ", and nothing that runs or repeats can change that"
      say("\(Verdict.blocked(by: parts))\(rest)")
      return ExitStatus.refused
    case .refused(let reason): return refused(reason)
    case .ended: return boxEnded(box)
    case nil:
      box.forget(ticket)
      return passed()
    }
  }

  private func waitForEnd(of action: String, on box: ServedBox, _ exitMap: ExitMap) async -> Int32? {
    guard let status = box.situation[action] else {
      StandardError.write(UnknownAction(action, in: box.situation).withWay)
      return exitMap.code(isChecked ? ExitStatus.refused : ExitStatus.usage)
    }
    isChecked = true
    guard status.isRunning || limit != nil else {
      say("\(action) is not running")
      return exitMap.code(ExitStatus.refused)
    }
    let run = status.present.last?.number ?? status.runs.count + 1
    box.onChange = { [bell] in bell.ring() }
    box.attention.history = action
    startLimit()
    while true {
      let moment = bell.count
      if let ending = box.history(of: action)[run]?.ending {
        if let failure = ending.outcome.failure { say("\(action): failed: \(failure)") }
        return exitMap.code(for: ending.outcome, isOnly: true, isLast: true)
      }
      if box.hasEnded {
        guard box.situation[action]?.present.last?.number == run else { return boxEnded(box) }
        say("\(action): its box \(box.endWords), so its result is not known")
        return exitMap.code(ExitStatus.waitedTooLong)
      }
      if hasPassed { return passed() }
      await bell.next(after: moment)
    }
  }
}
