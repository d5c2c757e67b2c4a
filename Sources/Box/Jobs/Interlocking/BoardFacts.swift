internal import Board

/// The facts of all jobs at one moment, against which guards are evaluated.
struct BoardFacts: GuardFacts, Equatable {
  var actions: [String: ActionFacts]
  var networkIsBusy: Bool
  var hasErrors: Bool

  func action(_ id: String) -> ActionFacts? { actions[id] }
}
