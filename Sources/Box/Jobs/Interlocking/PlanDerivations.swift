internal import Board
package import Boundary

/// Derives plans beside the main actor, one after the other. Guards can be such that it takes half a second.
@MainActor
final class PlanDerivations {
  /// What a plan is derived from.
  struct Question {
    let moment: PlanMoment
    /// The only actions that it may start; nil for all.
    var allowed: Set<String>?
  }

  private struct Request {
    let isUrgent: Bool
    let question: @MainActor () -> Question?
    let onAnswer: @MainActor (DerivedPlan?) -> Void
  }

  private var waiting: [Request] = []
  private var isBusy = false
  /// How many were begun.
  private(set) var count = 0

  nonisolated init() {}

  /// - Parameters:
  ///   - isUrgent: Whether it comes before those that are not: a plan that is performed waits for it.
  ///   - question: Called when the derivation can begin; nil if the request was withdrawn.
  ///   - onAnswer: Called once, in a turn of the main actor; with nil if there was no question.
  func derive(
    in environment: JobEnvironment, isUrgent: Bool = false,
    _ question: @escaping @MainActor () -> Question?, onAnswer: @escaping @MainActor (DerivedPlan?) -> Void
  ) {
    let place = isUrgent ? waiting.firstIndex { !$0.isUrgent } ?? waiting.endIndex : waiting.endIndex
    waiting.insert(Request(isUrgent: isUrgent, question: question, onAnswer: onAnswer), at: place)
    next(environment)
  }

  private func next(_ environment: JobEnvironment) {
    while !isBusy, !waiting.isEmpty {
      let request = waiting.removeFirst()
      // A question evaluates guards, and what follows from them may derive plans, too.
      isBusy = true
      guard let question = request.question() else {
        isBusy = false
        request.onAnswer(nil)
        continue
      }
      count += 1
      Task.detached(executorPreference: environment.executor) {
        let derived = DerivedPlan(question.moment, onlyPressing: question.allowed)
        environment.onMain {
          self.isBusy = false
          request.onAnswer(derived)
          self.next(environment)
        }
      }
    }
  }
}

extension Interlocking {
  /// How often a plan is derived again because the facts have changed meanwhile.
  static let derivationLimit = 5

  /// How often a plan was derived.
  package var planDerivations: Int { planRegistry.derivations.count }

  /// Passes the plan by which an action can be started; nil if there is no such action.
  package func plan(for id: String, _ onAnswer: @escaping @MainActor (PlanStatus?) -> Void) {
    derivePlan(for: id) { [weak self] derived, _ in onAnswer(derived.flatMap { self?.status(of: $0) }) }
  }

  /// Derives the plan for an action; again if it does not hold any more when it is there, but not for ever.
  /// - Parameters:
  ///   - isWanted: Whether somebody still waits for it.
  ///   - onAnswer: Called once, with nil if there is no such action, or nobody waits. The plan may only be
  ///     performed if it `holds` now.
  func derivePlan(
    for id: String, tries: Int = Interlocking.derivationLimit,
    isWanted: @escaping @MainActor () -> Bool = { true },
    onAnswer: @escaping @MainActor (_ derived: DerivedPlan?, _ holds: Bool) -> Void
  ) {
    planRegistry.derivations.derive(in: environment) { [weak self] in
      guard let self, isWanted() else { return nil }
      evaluateGuards()
      return planMoment(of: id).map { PlanDerivations.Question(moment: $0) }
    } onAnswer: { [weak self] derived in
      guard let self, let derived, isWanted() else { return onAnswer(nil, false) }
      carryOutPendingChanges()
      evaluateGuards()
      guard let present = planMoment(of: id) else { return onAnswer(nil, false) }
      if derived.holds(at: present) { return onAnswer(derived, true) }
      if tries <= 1 { return onAnswer(derived, false) }
      derivePlan(for: id, tries: tries - 1, isWanted: isWanted, onAnswer: onAnswer)
    }
  }
}
