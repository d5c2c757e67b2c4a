internal import Board
internal import Boundary
internal import SignalboxCore
internal import TerminalUI

extension Dashboard.Model {
  /// Opens the box that shows the last runs of the focused action.
  func showRuns() {
    guard let action = focusedAction else { return }
    state.overlay = .runs(Dashboard.Runs(id: action.id, title: action.title))
  }

  /// Updates the box if it is open.
  func refreshRuns() {
    guard case .runs(let runs) = state.overlay else { return }
    state.overlay = situation[runs.id].map { action in
      .runs(
        Dashboard.Runs(
          box.history(of: runs.id), of: action.description, now: box.now, clock: clock,
          choice: runs.choice, ownName: box.name))
    }
  }

  func press(_ key: Key, overRuns runs: Dashboard.Runs) {
    let command = commandInList(for: key)
    if let rows = command?.rows(page: pageOfRuns, count: runs.lines.count) { return choose(in: runs, rows) }
    switch command {
    case .press: showOutput(of: runs)
    case .help: openMenu()
    case .runs: closeOverlay()
    default: performOverList(command)
    }
  }

  private var pageOfRuns: Int { max(1, boardArea.height - 8) }

  private func choose(in runs: Dashboard.Runs, _ rows: Int) {
    var runs = runs
    runs.move(by: rows)
    state.overlay = .runs(runs)
  }

  /// Chooses the run with this number, as the arrow keys do.
  func choose(run number: Int) {
    guard case .runs(let runs) = state.overlay,
      let row = runs.lines.firstIndex(where: { $0.number == number })
    else { return }
    choose(in: runs, row - runs.focus)
  }

  /// Scrolls the log to the first line of the chosen run, if that line is still kept.
  private func showOutput(of runs: Dashboard.Runs) {
    guard runs.lines.indices.contains(runs.focus),
      let run = box.history(of: runs.id)[runs.lines[runs.focus].number]
    else { return }
    guard run.firstLine >= box.output(of: runs.id).startIndex else {
      state.message = "The output of run \(run.number) is no longer kept"
      return
    }
    state.overlay = nil
    changeLog { $0.show(line: run.firstLine, on: $1) }
  }
}
