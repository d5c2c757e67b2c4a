internal import TerminalUI

/// Handles keys while an overlay is open.
extension Dashboard.Model {
  /// Where overlays are: everything except the footer.
  var boardArea: Rect { Dashboard.Layout(state, size: size).board }

  func press(_ key: Key, over overlay: Dashboard.Overlay) {
    switch overlay {
    case .activities: pressOverActivities(key)
    case .errors(let chosen): press(key, overErrors: chosen)
    case .help(let menu): press(key, over: menu)
    case .lines(let search): press(key, over: search)
    case .mistakes(let offset): press(key, overMistakes: offset)
    case .question(let question): press(key, over: question)
    case .runs(let runs): press(key, overRuns: runs)
    }
  }

  /// Performs a command that works in every list that can be closed.
  func performOverList(_ command: Dashboard.Command?) {
    switch command {
    case .close: closeOverlay()
    case .quit:
      closeOverlay()
      quit()
    case .redraw, .suspend: command.map(perform)
    default: break
    }
  }

  func closeOverlay() {
    question = nil
    leaveActivities()
    state.overlay = nil
  }
}

extension Dashboard.Command {
  /// The distance of a command that moves by one row, positive for down; nil for another one.
  var step: Int? {
    switch self {
    case .next, .unfold: 1
    case .previous, .fold: -1
    default: nil
    }
  }

  /// The distance by which a command moves in a list, positive for down; nil if it does not move.
  func rows(page: Int, count: Int) -> Int? {
    switch self {
    case .next, .unfold: 1
    case .previous, .fold: -1
    case .scrollForward: page
    case .scrollBack: -page
    case .followLog: count
    case .showLogStart: -count
    default: nil
    }
  }
}
