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

  /// What has started the run, where there is little room: "with the board", "plan of deploy", or the file
  /// that has changed. Nil for a person, of whom more is said, and for the clock.
  /// - Parameter name: How an action is named.
  package func words(naming name: (String) -> String = { $0 }) -> String? {
    switch self {
    case .person, .clock: nil
    case .board: "with the board"
    case .files(let path): path
    case .plan(let action): "plan of \(name(action))"
    }
  }

  /// The same in a sentence: "started by ada's panel", "repeated by the clock".
  /// - Parameter starter: The front end that has requested the run; nil for none.
  package func sentence(starter: String?) -> String {
    switch self {
    case .person: "started by \(starter ?? "a person")"
    case .board: "started with the board"
    case .clock: "repeated by the clock"
    case .files(let path): "started because \(path) has changed"
    case .plan(let action): "started by the plan of \(action)"
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
