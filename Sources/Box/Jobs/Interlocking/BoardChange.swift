internal import Board
internal import Boundary

/// What happens to each job when the board changes while jobs are running: a plan, made before anything is
/// changed.
///
/// Running jobs are left alone. When a run has ended, a new plan for the same board carries out what was
/// postponed.
struct BoardChange: Sendable, Equatable {
  /// The state of a job when the board changes.
  struct JobState: Sendable, Equatable {
    var definition: ActionDefinition
    var isRunning = false
    /// The input of its last run.
    var input: InputValues?
  }

  /// What happens to one job.
  enum Fate: Sendable, Equatable {
    /// Its definition is unchanged.
    case kept
    /// It is new on the board.
    case added(ActionDefinition)
    /// Its definition has changed. It keeps its output, and its record unless that belongs to other work.
    case replaced(ActionDefinition, keepsRecord: Bool)
    /// It is no longer on the board.
    case removed
    /// It is running, and changes when the run has ended.
    case postponed(PendingChange)
  }

  struct Step: Sendable, Equatable {
    let id: String
    let fate: Fate
  }

  /// One for each job: those of the board in its order, then those that are no longer on it.
  let steps: [Step]

  init(from jobs: [JobState], to board: Board) {
    let jobsByID = Dictionary(uniqueKeysWithValues: jobs.map { ($0.definition.id, $0) })
    let present = board.actions.map { action in
      Step(id: action.id, fate: jobsByID[action.id].map { $0.fate(as: action) } ?? .added(action))
    }
    let gone = jobs.filter { board[$0.definition.id] == nil }.map { job in
      Step(id: job.definition.id, fate: job.isRunning ? .postponed(.removal) : .removed)
    }
    steps = present + gone
  }
}

extension BoardChange.JobState {
  fileprivate func fate(as action: ActionDefinition) -> BoardChange.Fate {
    if action == definition { return .kept }
    if isRunning { return .postponed(.replacement) }
    return .replaced(action, keepsRecord: action.work == definition.work && action.form.canHaveKept(input))
  }
}
