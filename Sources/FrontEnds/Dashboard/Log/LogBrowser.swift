internal import Board
internal import Boundary
internal import TerminalUI

extension Dashboard {
  /// The view of one log: scroll position, search, filter and selection. Lines are identified by their
  /// numbers, so the view keeps its place while lines are added and dropped.
  struct LogBrowser {
    /// A row, identified by the number of its line and the part of that line.
    struct Place: Equatable {
      var number: Int
      var part = 0
    }

    /// A range of lines; both ends are included.
    struct Selection: Equatable {
      /// The line at which the selection began.
      var anchor: Int
      /// The line at the end that moves.
      var head: Int

      var numbers: ClosedRange<Int> { min(anchor, head)...max(anchor, head) }
    }

    /// The first row in view; nil while the view follows the end.
    var top: Place?
    /// The number of the line with the match that was last jumped to; nil for none.
    var current: Int?
    var selection: Selection?
    /// The number of the marked line, which names a file or an address; nil for none.
    var placeLine: Int?
    private(set) var search: LogIndex?
    private(set) var filter: LogIndex?

    /// The search text; nil for no search.
    var searchText: String? {
      get { search?.pattern.text }
      set {
        search = newValue.flatMap(SearchPattern.init).map { LogIndex($0, within: filter?.pattern) }
        current = nil
      }
    }

    /// The filter text: only lines that contain it are shown. Nil for no filter.
    var filterText: String? {
      get { filter?.pattern.text }
      set {
        filter = newValue.flatMap(SearchPattern.init).map { LogIndex($0) }
        search = search.map { LogIndex($0.pattern, within: filter?.pattern) }
      }
    }

    /// Updates search, filter and selection after lines were added to `ring` or dropped from it.
    mutating func update(from ring: OutputRing) {
      filter?.update(from: ring)
      search?.update(from: ring)
      if let last = selection?.numbers.upperBound, last < ring.startIndex { selection = nil }
      if let line = placeLine, line < ring.startIndex { placeLine = nil }
    }

    /// The lines that can be shown. Call `update` first.
    func source(_ ring: OutputRing) -> LogSource {
      LogSource(ring: ring, filtered: filter?.numbers)
    }
  }

  /// A log laid out in a given area: which rows are in view, and where scrolling leads.
  struct LogPage {
    let source: LogSource
    let geometry: LogGeometry

    /// The number of rows that a line takes, by its index in the source.
    func rowCount(_ index: Int) -> Int { geometry.rowCount(of: source[index]) }

    func window(_ top: LogBrowser.Place?) -> LogWindow {
      LogWindow(count: source.count, height: geometry.area.height, top: top.map(row), rowCount: rowCount)
    }

    func row(_ place: LogBrowser.Place) -> LogWindow.Row {
      let index = source.index(atOrAfter: place.number)
      let isPresent = index < source.count && source.number(at: index) == place.number
      return LogWindow.Row(line: index, part: isPresent ? place.part : 0)
    }

    func place(_ row: LogWindow.Row) -> LogBrowser.Place {
      LogBrowser.Place(number: source.number(at: row.line), part: row.part)
    }

    func row(_ row: LogWindow.Row, movedBy distance: Int) -> LogWindow.Row {
      LogWindow.row(row, movedBy: distance, count: source.count, rowCount: rowCount)
    }
  }
}

extension Dashboard.LogBrowser {
  /// Scrolls by rows; a negative number scrolls back. At the end of the log, the view starts to follow.
  mutating func scroll(by rows: Int, on page: Dashboard.LogPage) {
    guard let first = page.window(top).rows.first else { return }
    show(page.row(first, movedBy: rows), on: page)
  }

  /// Scrolls so that this row is the first in view. At the end of the log, the view starts to follow.
  mutating func show(_ row: LogWindow.Row, on page: Dashboard.LogPage) {
    let isAtEnd = page.window(page.place(row)).isAtEnd
    top = isAtEnd ? nil : page.place(row)
  }

  /// Scrolls a row into view. If it was out of view, a third of the page is shown above it.
  mutating func reveal(_ row: LogWindow.Row, on page: Dashboard.LogPage) {
    let window = page.window(top)
    guard !window.rows.contains(row) else { return }
    top = page.place(page.row(row, movedBy: -(page.geometry.area.height / 3)))
  }

  /// Follows the end if all lines are in view, because then nothing is scrolled back. A selection keeps its
  /// rows where they are.
  mutating func followIfWhole(on page: Dashboard.LogPage) {
    guard top != nil, selection == nil else { return }
    let window = page.window(top)
    if window.isAtEnd, window.rows.first == LogWindow.Row(line: 0) { top = nil }
  }

  /// Stops following the end and keeps the same rows in view.
  mutating func hold(on page: Dashboard.LogPage) {
    top = page.window(top).rows.first.map(page.place)
  }
}
