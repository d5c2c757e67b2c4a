internal import Board
internal import Boundary
internal import TerminalUI

/// The text to search for, or to filter by, which takes effect while it is typed.
extension Dashboard.LogViews {
  mutating func ask(_ purpose: Dashboard.Prompt.Purpose, on shown: Dashboard.ShownLog) -> Response {
    let before = with(shown) { browser, _ in
      browser.selection = nil
      return browser
    }
    let isSearch = purpose == .search
    typing = Typing(action: shown.action.id, before: before, step: isSearch ? .search("") : .filter(""))
    return .ask(
      Dashboard.Prompt(
        purpose, of: shown.action.id, last: (isSearch ? lastSearch : lastFilter).map { .text($0) }))
  }

  mutating func take(_ step: Dashboard.LogStep, on shown: Dashboard.ShownLog) -> Response? {
    switch step {
    case .search, .filter:
      typing?.step = step
      show(step, on: shown)
    case .keepText:
      keep(on: shown)
      typing = nil
    case .dropText:
      if let typing { with(shown) { browser, _ in browser = typing.before } }
      typing = nil
    case .scroll(let pages): scroll(pages: pages, on: shown)
    case .show(let line): show(line: line, on: shown)
    case .extendSelection(let lines):
      with(shown) { browser, page in browser.extendSelection(by: lines, on: page) }
    case .copy: return copy(from: shown)
    }
    return nil
  }

  /// An empty text ends the search, or the filter.
  private mutating func keep(on shown: Dashboard.ShownLog) {
    switch typing?.step {
    case .search(""), .filter(""): typing.map { show($0.step, on: shown) }
    case .search(let text): lastSearch = text
    case .filter(let text): lastFilter = text
    default: break
    }
  }

  /// Applies a text to the view that the log had before.
  private mutating func show(_ step: Dashboard.LogStep, on shown: Dashboard.ShownLog) {
    guard let typing else { return }
    with(shown) { browser, _ in
      browser = typing.before
      if case .search(let text) = step { browser.searchText = text }
      if case .filter(let text) = step { browser.filterText = text }
    }
    if case .search = step { with(shown) { browser, page in browser.findFirst(on: page) } }
  }
}
