internal import Boundary
internal import TerminalUI

/// Scrolling, and the commands that act on the log that is shown.
extension Dashboard.LogViews {
  /// - Parameter keys: The keys that messages name.
  mutating func perform(
    _ command: Dashboard.Command, on shown: Dashboard.ShownLog, keys: Dashboard.KeyMap
  ) -> Response? {
    switch command {
    case .scrollBack: scroll(pages: -1, on: shown)
    case .scrollForward: scroll(pages: 1, on: shown)
    case .scrollLineBack: scroll(rows: -1, on: shown)
    case .scrollLineForward: scroll(rows: 1, on: shown)
    case .showLogStart: scroll(rows: -.max / 2, on: shown)
    case .followLog: with(shown) { browser, _ in browser.top = nil }
    case .previousRun: return findRun(forward: false, on: shown)
    case .nextRun: return findRun(forward: true, on: shown)
    case .search: return ask(.search, on: shown)
    case .nextMatch: return find(forward: true, on: shown, keys)
    case .previousMatch: return find(forward: false, on: shown, keys)
    case .filter: return ask(.filter, on: shown)
    case .wrap: options.wraps.toggle()
    case .timestamps: options.showsTime.toggle()
    case .select: return beginSelection(on: shown)
    case .copy: return copy(from: shown)
    case .nextPlace: return findPlace(forward: true, on: shown)
    case .previousPlace: return findPlace(forward: false, on: shown)
    case .close: endSelectionSearchOrFilter(on: shown)
    default: break
    }
    return nil
  }

  /// Scrolls by pages, which overlap by one row. At the end of the log, the view starts to follow.
  mutating func scroll(pages: Int, on shown: Dashboard.ShownLog) {
    scroll(rows: pages * max(1, shown.area.height - 1), on: shown)
  }

  /// Scrolls by rows. At the end of the log, the view starts to follow.
  mutating func scroll(rows: Int, on shown: Dashboard.ShownLog) {
    with(shown) { browser, page in browser.scroll(by: rows, on: page) }
  }

  /// Scrolls to the line with this number, and removes the filter, which might hide it.
  mutating func show(line number: Int, on shown: Dashboard.ShownLog) {
    with(shown) { browser, _ in browser.filterText = nil }
    with(shown) { browser, page in
      guard page.source.count > 0 else { return }
      browser.show(page.row(Dashboard.LogBrowser.Place(number: number)), on: page)
    }
  }

  /// Searches for a text, and scrolls to the line with this number, which contains it.
  mutating func show(matchIn number: Int, of text: String, on shown: Dashboard.ShownLog) {
    with(shown) { browser, _ in (browser.filterText, browser.searchText) = (nil, text) }
    guard shown.ring.startIndex <= number else { return }
    with(shown) { browser, page in browser.jump(toMatchIn: number, on: page) }
  }

  private mutating func findRun(forward: Bool, on shown: Dashboard.ShownLog) -> Response? {
    let step = with(shown) { browser, page in browser.findRun(forward: forward, on: page) }
    guard step == .nothing else { return nil }
    return .show(message: forward ? "No run begins further down" : "No run begins further up")
  }

  /// Jumps to the next match or the previous one.
  private mutating func find(
    forward: Bool, on shown: Dashboard.ShownLog, _ keys: Dashboard.KeyMap
  ) -> Response? {
    with(shown) { browser, page in
      guard browser.searchText != nil else {
        let key = keys.binding(of: .search)?.keys.first?.name ?? ""
        return .show(message: "Nothing is searched for; \(key) searches")
      }
      switch browser.find(forward: forward, on: page) {
      case .done: return nil
      case .wrapped:
        return .show(
          message: forward ? "From the start again, past the end" : "From the end again, past the start")
      case .nothing: return .show(message: "Not found")
      }
    }
  }

  private mutating func findPlace(forward: Bool, on shown: Dashboard.ShownLog) -> Response? {
    switch with(shown, { browser, page in browser.findPlace(forward: forward, on: page) }) {
    case .done: nil
    case .wrapped:
      .show(message: forward ? "From the start again, past the end" : "From the end again, past the start")
    case .nothing: .show(message: "No line names a file or an address")
    }
  }

  /// Marks the line that says where the last run has failed.
  mutating func showFailure(on shown: Dashboard.ShownLog) {
    with(shown) { browser, page in browser.findFailure(on: page) }
  }

  /// Removes one of these, in this order: the selection, the mark, the search, the filter.
  private mutating func endSelectionSearchOrFilter(on shown: Dashboard.ShownLog) {
    with(shown) { browser, _ in
      if browser.selection != nil {
        browser.selection = nil
      } else if browser.placeLine != nil {
        browser.placeLine = nil
      } else if browser.searchText != nil {
        browser.searchText = nil
      } else {
        browser.filterText = nil
      }
    }
  }
}
