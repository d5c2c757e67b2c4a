/// What a plan knows of an action at one moment.
package struct PlannedAction: Sendable, Equatable {
  package enum Kind: Sendable {
    case command, service, probe
  }

  package let id: String
  package let guarded: Guard
  package let kind: Kind
  /// The question that must be answered with yes before it starts; nil for none.
  package let question: String?
  /// Whether a start needs an input.
  package let needsInput: Bool
  /// Whether a start is accepted while it runs.
  package let startsWhileRunning: Bool
  /// Whether it repeats now, without a person.
  package var repeats = false
  /// Whether it leaves the board, or is replaced, when its present run has ended.
  package var isLeaving = false
  /// Whether its present runs are being cancelled.
  package var isEnding = false
  /// Whether its earlier result stays valid while it runs, as the clock has started it.
  package var keepsResult = false
  /// Whether it is not known yet what its last run has come to: its inputs are being read, or only other
  /// machines know, and they do not answer.
  package var hasUnknownResult = false
  /// Whether it is a service that runs, and was not ready in time.
  package var hasFailedToStart = false
  package var facts: ActionFacts

  init(
    id: String, guarded: Guard = .always, kind: Kind = .command, question: String? = nil,
    needsInput: Bool = false, startsWhileRunning: Bool = false, facts: ActionFacts = ActionFacts()
  ) {
    (self.id, self.guarded, self.kind, self.question) = (id, guarded, kind, question)
    (self.needsInput, self.startsWhileRunning, self.facts) = (needsInput, startsWhileRunning, facts)
  }

  package init(_ definition: ActionDefinition, facts: ActionFacts = ActionFacts()) {
    self.init(
      id: definition.id, guarded: definition.enabledIf,
      kind: definition.service != nil ? .service : definition.work.isProbe ? .probe : .command,
      question: definition.confirmation,
      needsInput: definition.form.isNeeded,
      startsWhileRunning: definition.startsWhileRunning, facts: facts)
  }

  var isRunning: Bool { facts.isRunning == true }
}

extension ActionDefinition {
  /// Whether a start is accepted while it runs, and ends nothing.
  package var startsWhileRunning: Bool {
    switch whileRunning {
    case .reject, .restart: false
    case .queue, .concurrent: true
    }
  }
}

extension WorkDefinition {
  /// Whether it only looks at something.
  var isProbe: Bool {
    switch self {
    case .http, .tcp, .alerts, .query: true
    case .command, .simulation: false
    }
  }
}

/// An error that is present, as plans see it.
package struct PlannedError: Sendable, Equatable {
  /// The action that it belongs to; nil for none.
  package let action: String?
  /// Whether time removes it.
  package let expires: Bool

  package init(action: String?, expires: Bool) { (self.action, self.expires) = (action, expires) }
}

/// All that the plan for an action depends on, at one moment: the action and whatever its guard reads,
/// directly or through other guards.
package struct PlanMoment: Sendable {
  /// The action that the plan is for comes first.
  let actions: [PlannedAction]
  package let guards: PlanGuards
  /// The facts about actions of other boards.
  let others: [String: ActionFacts]
  let networkIsBusy: Bool
  let errors: [PlannedError]
  /// The time of the moment, on the clock of ages.
  let time: Duration

  /// Nil if there is no such action.
  /// - Parameters:
  ///   - known: The guards, if they are known: numbering them takes most of the time.
  ///   - read: Reads an action of the board; nil if there is none of that name.
  ///   - other: Reads the facts about an action of another board; nil if they are not known.
  package init?(
    of target: String, guards known: PlanGuards? = nil, at time: Duration = .zero,
    networkIsBusy: Bool = false, errors: [PlannedError] = [],
    other: (String) -> ActionFacts? = { _ in nil }, read: (String) -> PlannedAction?
  ) {
    var actions: [PlannedAction] = []
    func add(_ id: String) -> Guard? {
      guard let action = read(id) else { return nil }
      actions.append(action)
      return action.guarded
    }
    if let known { for id in known.ids where add(id) == nil { return nil } }
    guard let guards = known ?? PlanGuards(of: target, read: add) else { return nil }
    (self.actions, self.guards) = (actions, guards)
    others = Dictionary(
      uniqueKeysWithValues: guards.strangers.compactMap { id in other(id).map { (id, $0) } })
    (self.time, self.networkIsBusy, self.errors) = (time, networkIsBusy, errors)
  }

  /// The action that the plan is for.
  var target: PlannedAction { actions[0] }

  /// The places of the actions by their names.
  var indices: [String: Int] { guards.indices }

  subscript(id: String) -> PlannedAction? { indices[id].map { actions[$0] } }
}
