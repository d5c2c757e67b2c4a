internal import Board
internal import Boundary
internal import TerminalUI

extension Dashboard.Model {
  // MARK: Reading

  /// Reads the rows in view of the focused action's log.
  func readLog() {
    guard let action = focusedAction else {
      state.log = nil
      return
    }
    withLog { browser, page in
      state.log = page.log(title: action.title, browser, clock: clock)
    }
  }

  /// Updates the view of the focused action's log to the current output, and passes it to `body` for changes.
  func withLog(_ body: (inout Dashboard.LogBrowser, Dashboard.LogPage) -> Void) {
    guard let action = focusedAction else { return }
    let ring = box.output(of: action.id)
    var browser = browsers[action.id] ?? Dashboard.LogBrowser()
    browser.update(from: ring)
    body(&browser, page(of: browser, ring))
    browsers[action.id] = browser
  }

  func page(of browser: Dashboard.LogBrowser, _ ring: OutputRing) -> Dashboard.LogPage {
    let area = Dashboard.Layout(state, size: size).log
    return Dashboard.LogPage(
      source: browser.source(ring),
      geometry: Dashboard.LogGeometry(area: area.size, options: logOptions))
  }

  // MARK: Commands

  func performOnLog(_ command: Dashboard.Command) {
    guard command == .close || !Dashboard.Layout(state, size: size).log.isEmpty else {
      state.message = "There is no room for the output"
      return
    }
    switch command {
    case .scrollBack: scrollLog(pages: -1)
    case .scrollForward: scrollLog(pages: 1)
    case .scrollLineBack: scrollLog(rows: -1)
    case .scrollLineForward: scrollLog(rows: 1)
    case .showLogStart: scrollLog(rows: -.max / 2)
    case .followLog: withLog { browser, _ in browser.top = nil }
    case .previousRun: findRun(forward: false)
    case .nextRun: findRun(forward: true)
    case .search: open(.search)
    case .nextMatch: find(forward: true)
    case .previousMatch: find(forward: false)
    case .filter: open(.filter)
    case .wrap: logOptions.wraps.toggle()
    case .timestamps: logOptions.showsTime.toggle()
    case .select: beginSelection()
    case .copy: copyLog()
    case .close: endSelectionSearchOrFilter()
    default: break
    }
  }

  /// Scrolls the log of the focused action by pages, which overlap by one row. At the end of the log, the
  /// view starts to follow.
  func scrollLog(pages: Int) {
    let height = Dashboard.Layout(state, size: size).log.height
    scrollLog(rows: pages * max(1, height - 1))
  }

  /// Scrolls the log of the focused action by rows. At the end of the log, the view starts to follow.
  func scrollLog(rows: Int) {
    withLog { browser, page in browser.scroll(by: rows, on: page) }
  }

  /// Scrolls the log of the focused action to the line with this number, and removes the filter, which might
  /// hide it.
  func showLog(from number: Int) {
    withLog { browser, page in
      browser.filterText = nil
      let page = self.page(of: browser, page.source.ring)
      guard page.source.count > 0 else { return }
      browser.show(page.row(Dashboard.LogBrowser.Place(number: number)), on: page)
    }
  }

  private func findRun(forward: Bool) {
    withLog { browser, page in
      guard browser.findRun(forward: forward, on: page) == .nothing else { return }
      state.message = forward ? "No run begins further down" : "No run begins further up"
    }
  }

  /// Removes one of these, in this order: the selection, the search, the filter.
  private func endSelectionSearchOrFilter() {
    withLog { browser, _ in
      if browser.selection != nil {
        browser.selection = nil
      } else if browser.searchText != nil {
        browser.searchText = nil
      } else {
        browser.filterText = nil
      }
    }
  }
}
