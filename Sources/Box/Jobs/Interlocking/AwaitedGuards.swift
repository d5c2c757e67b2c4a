internal import Board
package import Boundary

/// The guards that front ends wait for.
@MainActor
final class AwaitedGuards {
  private struct Wait {
    let order: HoldOrder
    var guarded: Guard
    var reach: GuardReach
  }

  private var waits: [HoldTicket: Wait] = [:]
  private var lastTicket: UInt64 = 0

  var isEmpty: Bool { waits.isEmpty }

  /// The facts that they read.
  var references: [GuardFact] { waits.values.flatMap(\.guarded.references) }

  var ageThresholds: [AgeThreshold] { waits.values.flatMap(\.guarded.ageThresholds) }

  func add(_ order: HoldOrder, _ guarded: Guard, _ reach: GuardReach) -> HoldTicket {
    lastTicket += 1
    let ticket = HoldTicket(lastTicket)
    waits[ticket] = Wait(order: order, guarded: guarded, reach: reach)
    return ticket
  }

  func remove(_ ticket: HoldTicket) { waits[ticket] = nil }

  /// Parses all guards anew, since the board has changed. Those that are none any more are refused.
  func take(_ board: Board, reach: (Guard) -> GuardReach) {
    for (ticket, wait) in waits {
      do throws(GuardError) {
        let guarded = try board.guarded(by: wait.order.text)
        waits[ticket]?.guarded = guarded
        waits[ticket]?.reach = reach(guarded)
      } catch {
        waits[ticket] = nil
        wait.order.onAnswer(.refused(error.line))
      }
    }
  }

  /// Answers those that hold, and those that nothing can change or whose service was not ready in time.
  /// Returns whether there were any.
  func answer(
    _ facts: BoardFacts, failedStart: ([String]) -> String? = { _ in nil }, canChange: (GuardReach) -> Bool
  ) -> Bool {
    var answers: [(ticket: HoldTicket, order: HoldOrder, answer: HoldAnswer)] = []
    for (ticket, wait) in waits {
      switch wait.guarded.evaluate(facts) {
      case .passes: answers.append((ticket, wait.order, .holds))
      case .blocked(let parts):
        if wait.order.isPatient { continue }
        let failure = failedStart(parts)
        if failure == nil, canChange(wait.reach) { continue }
        answers.append((ticket, wait.order, .never(parts, failure: failure)))
      }
    }
    for (ticket, _, _) in answers { waits[ticket] = nil }
    for (_, order, answer) in answers { order.onAnswer(answer) }
    return !answers.isEmpty
  }
}

extension Interlocking {
  /// Tells when a guard holds: at once, or in the turn of the change that makes it hold.
  /// - Returns: Nil if it was answered at once.
  package func awaitGuard(_ order: HoldOrder) -> HoldTicket? {
    let guarded: Guard
    do throws(GuardError) { guarded = try board.guarded(by: order.text) } catch {
      order.onAnswer(.refused(error.line))
      return nil
    }
    var isAnswered = false
    var kept = order
    kept.onAnswer = {
      isAnswered = true
      order.onAnswer($0)
    }
    let ticket = awaited.add(
      kept, guarded, GuardReach(of: guarded.references, in: Situation(self)))
    followFacts()
    evaluateGuards()
    return isAnswered ? nil : ticket
  }

  /// Nobody waits for a guard any more.
  package func forget(_ ticket: HoldTicket) {
    awaited.remove(ticket)
    followFacts()
  }

  /// Whether a guard depends on what only other machines know, which are not asked.
  package func isUnasked(_ text: String) -> Bool {
    (try? board.guarded(by: text))?.references.contains(where: isUnasked) == true
  }

  /// The board has changed.
  func renewAwaited() {
    guard !awaited.isEmpty else { return }
    let situation = Situation(self)
    awaited.take(board) { GuardReach(of: $0.references, in: situation) }
    followFacts()
  }

  /// A start was accepted. The run may have ended by now, on another thread, and yet there was a moment at
  /// which it ran.
  func tellBeginning(of job: Job, by cause: StartCause) {
    guard !awaited.isEmpty else { return }
    var facts = presentFacts
    facts.actions[job.id]?.begin(keepsResult: cause == .clock)
    if awaited.answer(facts, canChange: { _ in true }) { followFacts() }
    evaluateGuards()
  }

  /// Why a service was not ready in time that one of these parts of a guard needs; nil if there is none.
  private func failedStart(neededBy parts: [String]) -> String? {
    parts.lazy.compactMap { GuardFact.service(neededBy: $0).flatMap { self[$0]?.moment.record.notReady } }
      .first
  }

  /// Answers the guards that are waited for.
  /// - Parameter time: The time of the facts on the clock of ages.
  func answerAwaited(_ facts: BoardFacts, at time: Duration) {
    guard !awaited.isEmpty else { return }
    lazy var situation = Situation(self)
    // A run may have ended on another thread since the facts were read. Its turn evaluates the guards again.
    lazy var areOutdated = self.facts(at: time) != facts
    let hasAnswered = awaited.answer(facts, failedStart: failedStart) { reach in
      // Other machines can start what is shared at any time. Without a box, that is not heard of.
      if hasJoined,
        reach.actions.contains(where: { $0.contains("/") || self[$0]?.definition.shared != nil })
      {
        return true
      }
      if jobs.contains(where: { reach.actions.contains($0.id) && $0.moment.isRunning }) { return true }
      return situation.canChange(reach) || areOutdated
    }
    if hasAnswered { followFacts() }
  }
}

extension ActionFacts {
  /// Makes these the facts at the beginning of a run.
  fileprivate mutating func begin(keepsResult: Bool) {
    (isRunning, isIdle) = (true, false)
    if !keepsResult { (hasSucceeded, hasFailed, age) = (false, false, nil) }
  }
}
