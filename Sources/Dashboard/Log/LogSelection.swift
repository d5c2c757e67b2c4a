internal import TerminalUI

/// Choosing lines and taking their text.
extension Dashboard.LogBrowser {
  /// Begins a selection with one line: that of the current match if it is in view, else the last one in view. A second
  /// time it begins anew where the first one has come to.
  mutating func beginSelection(on page: Dashboard.LogPage) {
    if let selection {
      self.selection = Selection(anchor: selection.head, head: selection.head)
      return
    }
    let lines = page.window(top).lines
    guard let last = lines.last else { return }
    let current = current.map(page.source.index(atOrAfter:)).flatMap { lines.contains($0) ? $0 : nil }
    let number = page.source.number(at: current ?? last)
    hold(on: page)
    selection = Selection(anchor: number, head: number)
  }

  /// Moves the end of the selection by lines, and shows it.
  mutating func extendSelection(by lines: Int, on page: Dashboard.LogPage) {
    guard let head = selection?.head, page.source.count > 0 else { return }
    let index = min(max(0, page.source.index(atOrAfter: head) + lines), page.source.count - 1)
    selection?.head = page.source.number(at: index)
    scroll(toShow: index, on: page)
  }

  /// Scrolls just so far that a line is in view.
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

  /// The lines to copy: what is selected, else what is in view. A line that is wrapped or cut in the picture is whole.
  func copy(on page: Dashboard.LogPage) -> [Int] {
    guard let numbers = selection?.numbers else { return Array(page.window(top).lines) }
    let first = page.source.index(atOrAfter: numbers.lowerBound)
    let end = page.source.index(atOrAfter: numbers.upperBound + 1)
    return Array(first..<max(first, end))
  }
}
