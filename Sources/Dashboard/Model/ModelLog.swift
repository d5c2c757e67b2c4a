internal import Board
internal import Jobs
internal import TerminalUI

extension Dashboard.Model {
  // MARK: Reading

  /// Reads what is in view of the log of the focused action.
  func readLog() {
    guard let job = focusedJob else {
      state.log = nil
      return
    }
    withLog { browser, page in
      state.log = page.log(title: job.definition.title, browser, clock: clock)
    }
  }

  /// Works on how the log of the focused action is looked at, as of what was printed so far.
  func withLog(_ body: (inout Dashboard.LogBrowser, Dashboard.LogPage) -> Void) {
    guard let job = focusedJob else { return }
    let ring = job.output.snapshot()
    var browser = browsers[job.id] ?? Dashboard.LogBrowser()
    browser.update(from: ring)
    body(&browser, page(of: browser, ring))
    browsers[job.id] = browser
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
    case .select: withLog { browser, page in browser.beginSelection(on: page) }
    case .copy: copyLog()
    case .close: endWhatWasAsked()
    default: break
    }
  }

  /// Scrolls the log of the focused action by pages, of which one row stays in view; at its end it follows again.
  func scrollLog(pages: Int) {
    let height = Dashboard.Layout(state, size: size).log.height
    scrollLog(rows: pages * max(1, height - 1))
  }

  /// Scrolls the log of the focused action by rows; at its end it follows again.
  func scrollLog(rows: Int) {
    withLog { browser, page in browser.scroll(by: rows, on: page) }
  }

  /// Shows the log of the focused action from the line with this number on, without a filter that might hide it.
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

  /// Ends one thing at a time, the latest first: a selection, a search, a filter.
  private func endWhatWasAsked() {
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
