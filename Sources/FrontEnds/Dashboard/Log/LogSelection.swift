internal import Programs
internal import TerminalUI

/// Selects and copies lines of the log that is shown.
extension Dashboard.LogViews {
  mutating func beginSelection(on shown: Dashboard.ShownLog) -> Response? {
    with(shown) { browser, page in
      browser.beginSelection(on: page)
      return browser.selection == nil ? .show(message: "There is nothing to select") : nil
    }
  }

  /// Scrolls, and then selects the lines from one to that in a row of the view, or in the row that is nearest
  /// to it.
  /// - Parameters:
  ///   - anchor: The number of the line at the end that does not move.
  ///   - row: Counted from the first row in view; it may be out of view.
  ///   - distance: In rows; a negative number scrolls back.
  /// - Returns: Whether there was anything left to scroll.
  mutating func select(
    from anchor: Int, toRow row: Int, scrollingBy distance: Int, on shown: Dashboard.ShownLog
  ) -> Bool {
    with(shown) { browser, page in
      browser.hold(on: page)
      let top = browser.top
      if distance != 0 {
        browser.scroll(by: distance, on: page)
        browser.hold(on: page)
      }
      let rows = page.window(browser.top).rows
      guard let last = rows.indices.last else { return false }
      let head = page.source.number(at: rows[min(max(0, row), last)].line)
      browser.selection = Dashboard.LogBrowser.Selection(anchor: anchor, head: head)
      return browser.top != top
    }
  }

  /// Copies the selected lines, or the lines in view if there is no selection. The text contains the times of
  /// the lines if they are shown.
  mutating func copy(from shown: Dashboard.ShownLog) -> Response {
    let (clock, showsTime) = (clock, options.showsTime)
    return with(shown) { browser, page in
      let lines = browser.copy(on: page).map { index in
        let line = page.source[index]
        return showsTime ? "\(clock.time(line.arrival)) \(line.text)" : line.text
      }
      browser.selection = nil
      return lines.isEmpty
        ? .show(message: "There is nothing to copy") : .copy(lines.joined(separator: "\n"))
    }
  }
}
