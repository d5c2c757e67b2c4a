internal import Boundary
internal import Processes
internal import TerminalUI

/// Selects and copies lines of the focused action's log.
extension Dashboard.Model {
  /// Handles a key while lines are selected. Returns false if the key has its usual meaning.
  func pressInSelection(_ key: Key) -> Bool {
    guard state.overlay == nil, let selection = focusedAction.flatMap({ browsers[$0.id]?.selection }) else {
      return false
    }
    let page = max(1, Dashboard.Layout(state, size: size).log.height - 1)
    switch key {
    case .up: extendSelection(by: -1)
    case .down: extendSelection(by: 1)
    case .enter: copyLog()
    default:
      switch keys.command(for: key) {
      case .scrollBack: extendSelection(by: -page)
      case .scrollForward: extendSelection(by: page)
      case .showLogStart: extendSelection(by: -selection.head)
      case .followLog: extendSelection(by: .max / 2)
      default: return false
      }
    }
    return true
  }

  func beginSelection() {
    withLog { browser, page in
      browser.beginSelection(on: page)
      if browser.selection == nil { state.message = "There is nothing to select" }
    }
  }

  /// Selects the lines between two points of the picture, such as the points at which a mouse button was
  /// pressed and released. Does nothing if the first point is outside the log.
  func selectLog(from start: Point, to end: Point) {
    let area = Dashboard.Layout(state, size: size).log
    guard area.contains(start), let log = state.log, let lastRow = log.rows.indices.last else { return }

    func number(at point: Point) -> Int { log.rows[min(max(0, point.y - area.y), lastRow)].number }

    withLog { browser, page in
      browser.hold(on: page)
      browser.selection = Dashboard.LogBrowser.Selection(anchor: number(at: start), head: number(at: end))
    }
  }

  /// Requests to copy the selected lines, or the lines in view if there is no selection. The text contains
  /// the times of the lines if they are shown.
  func copyLog() {
    var text: String?
    withLog { browser, page in
      let lines = browser.copy(on: page).map { index in
        let line = page.source[index]
        return logOptions.showsTime ? "\(clock.time(line.arrival)) \(line.text)" : line.text
      }
      browser.selection = nil
      if !lines.isEmpty { text = lines.joined(separator: "\n") }
    }
    if let text { onRequest(.copy(text)) } else { state.message = "There is nothing to copy" }
  }

  private func extendSelection(by lines: Int) {
    withLog { browser, page in browser.extendSelection(by: lines, on: page) }
  }
}
