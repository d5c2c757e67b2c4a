internal import Board

/// What becomes of each job when a board is taken over while others are at work: a plan, made before anything is done.
///
/// What runs is never touched. A plan for the same board that is made again once a run has ended does what was left.
struct BoardChange: Sendable, Equatable {
  /// A job as it stands when the board comes.
  struct JobState: Sendable, Equatable {
    var definition: ActionDefinition
    var isRunning = false
    /// What its last run was given.
    var input: String?
  }

  /// What becomes of one job.
  enum Fate: Sendable, Equatable {
    /// The board says the same about it.
    case kept
    /// The board is the first to have it.
    case added(ActionDefinition)
    /// It is defined anew. It keeps its output; and its record, unless that tells of other work.
    case replaced(ActionDefinition, keepsRecord: Bool)
    /// The board has it no more.
    case removed
    /// It runs, and changes when that has ended.
    case postponed(PendingChange)
  }

  struct Step: Sendable, Equatable {
    let id: String
    let fate: Fate
  }

  /// One for each job: those of the board in its order, then those that it has no more.
  let steps: [Step]

  init(from jobs: [JobState], to board: Board) {
    let standing = Dictionary(uniqueKeysWithValues: jobs.map { ($0.definition.id, $0) })
    let present = board.actions.map { action in
      Step(id: action.id, fate: standing[action.id].map { $0.fate(as: action) } ?? .added(action))
    }
    let gone = jobs.filter { board[$0.definition.id] == nil }.map { job in
      Step(id: job.definition.id, fate: job.isRunning ? .postponed(.removal) : .removed)
    }
    steps = present + gone
  }
}

/// What happens to a job when its run has ended.
package enum PendingChange: Sendable, Equatable {
  /// The board says something else about it now.
  case replacement
  /// The board has it no more.
  case removal

  /// Why it is not started once more before that.
  var refusal: String {
    switch self {
    case .replacement: "still runs as the board had it before"
    case .removal: "is no longer on the board and still runs"
    }
  }
}

extension BoardChange.JobState {
  fileprivate func fate(as action: ActionDefinition) -> BoardChange.Fate {
    if action == definition { return .kept }
    if isRunning { return .postponed(.replacement) }
    return .replaced(action, keepsRecord: action.work == definition.work && action.takes(input))
  }
}

extension ActionDefinition {
  /// Whether it could have been given this input.
  fileprivate func takes(_ input: String?) -> Bool {
    buttons.isEmpty ? input == nil : buttons.contains { $0.input == input }
  }
}
