internal import Board
internal import Boundary
internal import SignalboxCore

/// The actions that start with the board: which of them still have to be started.
@MainActor
final class BoardStarts {
  /// The actions that are started as soon as their guards let them.
  private(set) var due: Set<String> = []
  private var started: [String: Execution<Never>] = [:]

  nonisolated init() {}

  /// The action is started as soon as its guard lets it.
  func expect(_ id: String) { due.insert(id) }

  /// The action does not have to be started any more.
  func forget(_ id: String) { due.remove(id) }

  func forgetAll() { due = [] }

  /// The action was started with the board.
  func began(_ id: String, _ execution: Execution<Never>) {
    forget(id)
    started[id] = execution
  }

  /// Returns what was started with the board, by the names of the actions, and forgets it.
  func takeStarted() -> [String: Execution<Never>] {
    defer { started = [:] }
    return started
  }
}

extension Interlocking {
  /// Whether actions run by themselves, because a front end is there that lets them.
  package var isAttended: Bool { repeats.isOn }

  /// Starts the actions that are due, as far as their guards let them.
  func startDue() {
    guard !boardStarts.due.isEmpty else { return }
    for job in jobs where boardStarts.due.contains(job.id) {
      if job.moment.isRunning {
        boardStarts.forget(job.id)
      } else {
        startLooked(job, by: .board) { [boardStarts] start in
          if case .accepted(let execution) = start { boardStarts.began(job.id, execution) }
        }
      }
    }
  }
}
