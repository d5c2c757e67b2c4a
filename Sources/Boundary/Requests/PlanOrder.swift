/// An answer to a question that a plan asks.
package struct PlanAnswerOrder {
  /// The action that the plan is for.
  package var plan: String
  /// The action that asks.
  package var action: String
  /// The question that is answered with yes; nil for no, which stops the plan.
  package var confirmed: String?
  /// Called once: with nil if the plan has the answer, otherwise with the reason.
  package var onAnswer: @MainActor (_ refusal: String?) -> Void = { _ in }

  package init(plan: String, action: String, confirmed: String?) {
    (self.plan, self.action, self.confirmed) = (plan, action, confirmed)
  }
}
