internal import Jobs
internal import TerminalUI

extension Dashboard.Model {
  /// How many rows a page of the log has: one stays in view.
  private var page: Int { max(1, logHeight - 1) }
  private var logHeight: Int { Dashboard.Layout(state, size: size).log.height }

  /// Scrolls the log of the focused action by pages; at its end it follows again.
  func scrollLog(pages: Int) {
    guard let log = state.log else { return }
    let visible = LogView.visible(count: log.lines.count, position: log.position, height: logHeight)
    let target = max(0, visible.lowerBound + pages * page)
    let isAtEnd = target + visible.count >= log.lines.count
    setLogPosition(isAtEnd ? .following : .from(log.firstLine + target))
  }

  /// Scrolls the log of the focused action by rows; at its end it follows again.
  func scrollLog(rows: Int) {
    guard let log = state.log else { return }
    let visible = LogView.visible(count: log.lines.count, position: log.position, height: logHeight)
    let target = max(0, visible.lowerBound + rows)
    let isAtEnd = target + visible.count >= log.lines.count
    setLogPosition(isAtEnd ? .following : .from(log.firstLine + target))
  }

  /// Remembers where the log of the focused action is looked at, by the numbers of its lines.
  func setLogPosition(_ position: LogView.Position) {
    if let id = focusedJob?.id { positions[id] = position }
  }
}
