internal import TerminalUI

/// Selects lines and copies their text.
extension Dashboard.LogBrowser {
  /// Begins a selection with one line: the current match if it is in view, otherwise the last line in view.
  /// If there is a selection already, a new one begins at its moving end.
  mutating func beginSelection(on page: Dashboard.LogPage) {
    if let selection {
      self.selection = Selection(anchor: selection.head, head: selection.head)
      return
    }
    let lines = page.window(top).lines
    guard let last = lines.last else { return }
    let number = page.source.number(at: lines.first { page.source.number(at: $0) == current } ?? last)
    hold(on: page)
    selection = Selection(anchor: number, head: number)
  }

  /// Moves the end of the selection by a number of lines, and scrolls it into view.
  mutating func extendSelection(by lines: Int, on page: Dashboard.LogPage) {
    guard let head = selection?.head, page.source.count > 0 else { return }
    let index = min(max(0, page.source.index(atOrAfter: head) + lines), page.source.count - 1)
    selection?.head = page.source.number(at: index)
    scroll(toShow: index, on: page)
  }

  /// Scrolls by as few rows as are needed to bring a line into view.
  private mutating func scroll(toShow index: Int, on page: Dashboard.LogPage) {
    let window = page.window(top)
    guard let first = window.rows.first, let last = window.rows.last else { return }
    let start = LogWindow.Row(line: index)
    let end = LogWindow.Row(line: index, part: page.rowCount(index) - 1)
    if start < first {
      top = page.place(start)
    } else if last < end {
      let fitting = page.row(end, movedBy: 1 - page.geometry.area.height)
      top = page.place(min(start, fitting))
    }
  }

  /// The indices of the lines to copy: the selected lines, or the lines in view if there is no selection. A
  /// line that the screen shows wrapped or truncated is copied as a whole.
  func copy(on page: Dashboard.LogPage) -> [Int] {
    guard let numbers = selection?.numbers else { return Array(page.window(top).lines) }
    let first = page.source.index(atOrAfter: numbers.lowerBound)
    let end = page.source.index(atOrAfter: numbers.upperBound + 1)
    return Array(first..<max(first, end))
  }
}
