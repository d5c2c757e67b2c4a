/// What started a run.
package enum StartCause: Sendable, Equatable, CustomStringConvertible {
  /// A person: the earlier result is invalid until the run ends.
  case person
  /// The board, which starts the action when a front end comes: as for a person.
  case board
  /// The board, which repeats the action: the earlier result stays valid until the run ends.
  case clock
  /// The board, because inputs of the action have changed: as for a person.
  /// - The first of them.
  case files(String)
  /// A plan that a person performs: as for a person.
  /// - The name of the action that the plan is for.
  case plan(String)

  /// One word.
  package var description: String {
    switch self {
    case .person: "person"
    case .board: "board"
    case .clock: "clock"
    case .files: "files"
    case .plan: "plan"
    }
  }

  /// Whether a person wants the run: at once, or by a plan.
  package var isWish: Bool {
    switch self {
    case .person, .plan: true
    case .board, .clock, .files: false
    }
  }

  /// The action whose plan needs the run; nil for another cause.
  package var plannedAction: String? { if case .plan(let action) = self { action } else { nil } }

  /// The first file that has changed; nil for another cause.
  package var path: String? { if case .files(let path) = self { path } else { nil } }
}
