internal import Board

/// What guards are evaluated against: one moment of all jobs.
struct BoardFacts: GuardFacts {
  var actions: [String: ActionFacts]
  var networkIsBusy: Bool
  var hasErrors: Bool

  func action(_ id: String) -> ActionFacts? { actions[id] }
}
