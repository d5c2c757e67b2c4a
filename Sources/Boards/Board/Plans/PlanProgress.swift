/// A plan that is performed: what has been started, and what follows from the present facts. A pure state
/// machine.
package struct PlanProgress: Sendable {
  /// The state of a step.
  package enum State: String, Sendable {
    case todo
    /// It is due, and asks its question.
    case asking
    /// Its action runs, or it waits.
    case running
    case done
    /// Its run has ended, and the part for which it was needed does not hold.
    case failed
  }

  package struct Entry: Sendable, Equatable {
    package internal(set) var step: PlanStep
    package internal(set) var state = State.todo
    /// Whether its run has ended, if the plan has started it.
    var hasEnded = false
  }

  /// What is to be done now.
  package enum Order: Sendable, Equatable {
    /// Start this step; ``pressed(_:)`` says that it was accepted.
    case press(String)
    /// Start the action that the plan is for.
    case start
  }

  /// Why a plan ends before it has reached its target.
  package enum Stop: Sendable, Equatable {
    /// The run of a step has not led to what it was needed for.
    case failed(action: String, part: String)
    /// The answer to a question was no.
    case declined(action: String)
    /// Nothing that was shown leads to the target any more.
    case hopeless(missing: [String])
    /// The target, or a question, is another one than what was shown.
    case boardChanged
    /// Somebody else has started the target.
    case overtaken
  }

  /// The steps that were started, then those that are left.
  package private(set) var entries: [Entry]
  package private(set) var stop: Stop?
  /// Whether the target is due and asks its question.
  package private(set) var asksForTarget = false
  /// Whether the steps that are left do not lead to the target, so that others must be derived.
  package private(set) var needsDerivation = false
  /// How often the steps were derived again.
  package private(set) var derivations = 0
  package let target: String
  /// The questions that were shown, by the names of the actions.
  private let questions: [String: String]
  /// What the plan may start.
  private let shown: Set<String>
  private var pressed: Set<String> = []
  /// The questions that were answered with yes, by the names of the actions.
  private var confirmed: [String: String]

  /// The most commands that a plan has running.
  static let commandLimit = 4

  /// - Parameter confirmed: The questions that were answered with yes before, by the names of the actions.
  package init(_ plan: GuardPlan, confirmed: [String: String] = [:]) {
    target = plan.target
    entries = (plan.steps ?? []).map { Entry(step: $0) }
    shown = Set(plan.presses)
    var questions: [String: String] = [:]
    for step in plan.steps ?? [] { if let id = step.pressed { questions[id] = step.question } }
    questions[plan.target] = plan.question
    self.questions = questions
    self.confirmed = confirmed
  }

  /// What steps that are derived again may start: what was shown, and was not started.
  package var mayPress: Set<String> { shown.subtracting(pressed) }

  // MARK: What has happened

  /// A step was started.
  package mutating func pressed(_ id: String) {
    pressed.insert(id)
    change(id) { $0.state = .running }
  }

  /// The run of a step that was started has ended.
  package mutating func ended(_ id: String) { change(id) { $0.hasEnded = true } }

  /// A question was answered.
  /// - Parameter question: The question that was answered with yes; nil for no.
  package mutating func answer(_ id: String, _ question: String?) {
    guard let question else {
      stop = stop ?? .declined(action: id)
      return
    }
    confirmed[id] = question
  }

  private mutating func change(_ id: String, _ body: (inout Entry) -> Void) {
    for index in entries.indices where entries[index].step.pressed == id { body(&entries[index]) }
  }

  // MARK: What follows

  /// Takes the present facts; returns what is to be done.
  /// - Parameter derived: What was derived again, because of ``needsDerivation``. It is taken if it still
  ///   holds.
  package mutating func advance(_ moment: PlanMoment, taking derived: DerivedPlan? = nil) -> [Order] {
    needsDerivation = false
    guard stop == nil else { return [] }
    let present = PlanSimulation(moment)
    if moment.target.isRunning && !moment.target.startsWhileRunning { stop = .overtaken }
    if hasOtherQuestion(moment) { stop = .boardChanged }
    follow(moment, present)
    guard stop == nil else { return [] }
    asksForTarget = false
    if !isBusy(moment), present.guardHolds(0) {
      guard let question = moment.target.question, confirmed[target] != question else { return [.start] }
      asksForTarget = true
      return []
    }
    if isEnding(moment) || dependsOnUnknown(moment) { return [] }
    if !leadsToTarget(moment) {
      // Until the end of what runs, the target would not start anyway, and much may change.
      if isBusy(moment) { return [] }
      // Other steps may depend on more.
      if moment.actions.contains(where: \.hasUnknownResult) { return [] }
      guard let derived, derived.holds(at: moment), mayPress.isSuperset(of: derived.plan.presses) else {
        needsDerivation = true
        return []
      }
      take(derived.plan)
      guard stop == nil else { return [] }
      // What it waits for begins at once.
      follow(moment, present)
    }
    return press(moment, present)
  }

  /// Whether something asks a question that was not shown.
  private func hasOtherQuestion(_ moment: PlanMoment) -> Bool {
    if moment.target.question != questions[target] { return true }
    return entries.contains { entry in
      guard entry.state == .todo || entry.state == .asking, let id = entry.step.pressed,
        let action = moment[id]
      else { return false }
      return action.question != questions[id]
    }
  }

  /// Follows the runs of the steps.
  private mutating func follow(_ moment: PlanMoment, _ present: PlanSimulation) {
    for index in entries.indices {
      let entry = entries[index]
      guard let id = entry.step.pressed else {
        if entry.state != .done, isDue(entry) {
          entries[index].state = hasCome(entry.step, moment, present) ? .done : .running
          if case .ready(let id) = entry.step.task { stopIfNotReady(id, at: index, moment, present) }
        }
        continue
      }
      guard pressed.contains(id), entry.state != .failed else { continue }
      let action = moment[id]
      if entry.hasEnded, action?.isRunning != true {
        if action?.hasUnknownResult == true { continue }
        guard entry.state == .running || action?.kind == .service else { continue }
        let missing = missingPart(of: entry.step, present)
        entries[index].state = missing == nil ? .done : .failed
        if let missing { stop = stop ?? .failed(action: id, part: "\(missing)") }
      } else if action?.kind == .service, action?.facts.isReady == true {
        entries[index].state = .done
      } else {
        stopIfNotReady(id, at: index, moment, present)
      }
    }
  }

  /// A part for which a step is needed, and that does not hold; nil if there is none, or no guard has it any
  /// more.
  private func missingPart(of step: PlanStep, _ present: PlanSimulation) -> GuardExpression? {
    step.parts.first { !present.holds($0) && present.guards.values.contains($0) }
  }

  /// A service that was not ready in time is not waited for, although it may be started again.
  private mutating func stopIfNotReady(
    _ id: String, at index: Int, _ moment: PlanMoment, _ present: PlanSimulation
  ) {
    guard let action = moment[id], action.isRunning, action.hasFailedToStart else { return }
    let missing = missingPart(of: entries[index].step, present)
    entries[index].state = missing == nil ? .done : .failed
    if let missing { stop = stop ?? .failed(action: id, part: "\(missing)") }
  }

  private func isDue(_ entry: Entry) -> Bool {
    entry.step.after.allSatisfy { entries[$0 - 1].state == .done }
  }

  /// Whether the condition that a step waits for holds.
  private func hasCome(_ step: PlanStep, _ moment: PlanMoment, _ present: PlanSimulation) -> Bool {
    switch step.task {
    case .press: false
    case .end(let id): moment[id].map { !$0.isRunning && !$0.hasUnknownResult } ?? true
    case .ready(let id): moment[id]?.isRunning != true || moment[id]?.facts.isReady == true
    case .beat: step.parts.allSatisfy(present.holds)
    case .age(let id, let age): present.action(id)?.age.map { $0 >= age } ?? true
    // Nothing is known while other machines do not answer.
    case .other(let id): present.action(id)?.isRunning == false
    case .network: !present.networkIsBusy
    case .errors: !present.hasErrors
    }
  }

  /// Whether something runs by which the guard of the target may hold for a moment.
  private func isBusy(_ moment: PlanMoment) -> Bool {
    let isWorking = entries.contains { entry in
      guard entry.state == .running else { return false }
      switch entry.step.task {
      case .press, .end, .ready: return true
      case .beat, .age, .other, .network, .errors: return false
      }
    }
    return isWorking
      || moment.guards.mentionsInReach(0).contains { index in
        let action = moment.actions[index]
        return action.isRunning && action.kind != .service && !action.keepsResult
      }
  }

  /// Whether the run of a step is over, and how it has ended is not known yet.
  private func isEnding(_ moment: PlanMoment) -> Bool {
    entries.contains { entry in
      guard entry.state == .running, let action = entry.step.pressed.flatMap({ moment[$0] }) else {
        return false
      }
      return !action.isRunning && !entry.hasEnded
    }
  }

  /// Whether it is not known yet what an action has come to that the steps that are left, or the target,
  /// depend on. Nothing else decides whether these steps lead to the target.
  private func dependsOnUnknown(_ moment: PlanMoment) -> Bool {
    let isUnknown = moment.actions.map(\.hasUnknownResult)
    guard isUnknown.contains(true) else { return false }
    let left = entries.lazy.filter { $0.state != .done && $0.state != .failed }
      .compactMap { $0.step.action.flatMap { moment.indices[$0] } }
    return ([0] + left).contains { index in
      isUnknown[index] || moment.guards.mentionsInReach(index).contains { isUnknown[$0] }
    }
  }

  /// Whether the steps that are left open the target from the present facts.
  private func leadsToTarget(_ moment: PlanMoment) -> Bool {
    var simulation = PlanSimulation(moment)
    simulation.settle()
    var left: [PlanSearch.Found] = []
    for entry in entries where entry.state != .done && entry.state != .failed {
      guard var task = PlanSearch.Task(entry.step.task, moment.guards) else {
        if entry.step.pressed != nil || entry.step.task.isBeat { return false }
        continue
      }
      if case .press(let index) = task, moment.actions[index].isRunning {
        task = moment.actions[index].kind == .service ? .ready(index) : .end(index)
      }
      var found = PlanSearch.Found(task: task)
      found.granted = entry.step.granted
      left.append(found)
    }
    return simulation.opens(left)
  }

  /// Replaces the steps that were not started.
  private mutating func take(_ plan: GuardPlan) {
    derivations += 1
    guard let steps = plan.steps else {
      stop = .hopeless(missing: plan.missing)
      return
    }
    entries.removeAll { entry in entry.step.pressed.map { !pressed.contains($0) } ?? true }
    for index in entries.indices {
      entries[index].step.number = index + 1
      entries[index].step.after = []
    }
    let count = entries.count
    for step in steps {
      var step = step
      step.number += count
      step.after = step.after.map { $0 + count }
      entries.append(Entry(step: step))
    }
  }

  /// Starts what is due.
  private mutating func press(_ moment: PlanMoment, _ present: PlanSimulation) -> [Order] {
    var orders: [Order] = []
    var running = entries.count { entry in
      entry.state == .running && entry.step.pressed.flatMap { moment[$0] }.map { $0.kind != .service } == true
    }
    var index = -1
    while let next = entries[(index + 1)...].firstIndex(where: { $0.state == .todo || $0.state == .asking }) {
      index = next
      let step = entries[index].step
      guard let id = step.pressed, let place = moment.indices[id], isDue(entries[index]),
        !orders.contains(.press(id))
      else { continue }
      let action = moment.actions[place]
      // Others have done it. The part of a command that runs may hold for a moment only.
      let isResting = !action.isRunning || action.kind == .service && action.facts.isReady == true
      if isResting, step.granted == nil, !step.parts.isEmpty, step.parts.allSatisfy(present.holds) {
        entries[index].state = .done
        // What waits for it may come before it.
        index = -1
        continue
      }
      if action.isRunning && !action.startsWhileRunning { continue }
      guard present.canStart(place) else { continue }
      if let question = action.question, confirmed[id] != question {
        entries[index].state = .asking
        continue
      }
      if action.kind != .service {
        guard running < Self.commandLimit else { continue }
        running += 1
      }
      entries[index].state = .todo
      orders.append(.press(id))
    }
    return orders
  }
}
