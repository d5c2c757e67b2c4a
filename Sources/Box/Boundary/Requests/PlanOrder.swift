package import Board

/// An answer to a question that a plan asks.
package struct PlanAnswerOrder {
  /// The action that the plan is for.
  package var plan: String
  /// The action that asks.
  package var action: String
  /// The question that is answered with yes; nil for no, which stops the plan.
  package var confirmed: String?
  /// Who answers; nil if that is not known.
  package var starter: String?
  /// Called once: with nil if the plan has the answer, otherwise with the reason.
  package var onAnswer: @MainActor (_ refusal: String?) -> Void = { _ in }

  package init(plan: String, action: String, confirmed: String?) {
    (self.plan, self.action, self.confirmed) = (plan, action, confirmed)
  }
}

/// A press that a plan makes: of a step, or of the action that it is for.
package struct PlanPress: Sendable, Equatable {
  /// What has come of it.
  package enum Event: Sendable, Equatable {
    case started
    case refused(String)
    case ended(RunOutcome)
  }

  /// The action that is pressed.
  package var action: String
  package var event: Event
  /// The number of the run, if it is known.
  package var run: Int?
  /// The question of the action that was answered with yes; nil if it asks nothing.
  package var question: String?
  /// Who has answered it; nil if that is not known, or it was answered when the plan began.
  package var answerer: String?

  package init(
    _ action: String, _ event: Event, run: Int? = nil, question: String? = nil, answerer: String? = nil
  ) {
    (self.action, self.event, self.run) = (action, event, run)
    (self.question, self.answerer) = (question, answerer)
  }
}
