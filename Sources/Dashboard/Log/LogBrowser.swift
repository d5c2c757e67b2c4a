internal import Jobs
internal import TerminalUI

extension Dashboard {
  /// How one log is looked at: where, what is searched, what is left out, what is selected. Lines are remembered by their
  /// numbers, so all of it stays in place while lines come and go.
  struct LogBrowser {
    /// A row by the number of its line.
    struct Place: Equatable {
      var number: Int
      var part = 0
    }

    /// Lines from one to another, both included.
    struct Selection: Equatable {
      /// Where it began.
      var anchor: Int
      /// The end that moves.
      var head: Int

      var numbers: ClosedRange<Int> { min(anchor, head)...max(anchor, head) }
    }

    /// The first row in view; nil to follow the end.
    var top: Place?
    /// The line of the match that was last jumped to.
    var current: Int?
    var selection: Selection?
    private(set) var search: LogIndex?
    private(set) var filter: LogIndex?

    /// The text that is searched; nil for none.
    var searchText: String? {
      get { search?.pattern.text }
      set {
        search = newValue.flatMap(LogPattern.init).map { LogIndex($0, within: filter?.pattern) }
        current = nil
      }
    }

    /// The text without which a line is left out; nil for none.
    var filterText: String? {
      get { filter?.pattern.text }
      set {
        filter = newValue.flatMap(LogPattern.init).map { LogIndex($0) }
        search = search.map { LogIndex($0.pattern, within: filter?.pattern) }
      }
    }

    /// Takes in what was printed since the last time.
    mutating func update(from ring: OutputRing) {
      filter?.update(from: ring)
      search?.update(from: ring)
      if let last = selection?.numbers.upperBound, last < ring.startIndex { selection = nil }
    }

    /// What can be looked at, after `update`.
    func source(_ ring: OutputRing) -> LogSource {
      LogSource(ring: ring, filtered: filter?.numbers)
    }
  }

  /// A log in the room that it has: what is in view, and where moves lead.
  struct LogPage {
    let source: LogSource
    let geometry: LogGeometry

    /// How many rows a line takes, by its place in the source.
    func rowCount(_ index: Int) -> Int { geometry.rowCount(of: source[index]) }

    func window(_ top: LogBrowser.Place?) -> LogWindow {
      LogWindow(count: source.count, height: geometry.area.height, top: top.map(row), rowCount: rowCount)
    }

    func row(_ place: LogBrowser.Place) -> LogWindow.Row {
      let index = source.index(atOrAfter: place.number)
      let isThere = index < source.count && source.number(at: index) == place.number
      return LogWindow.Row(line: index, part: isThere ? place.part : 0)
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
  /// Scrolls by rows, forward or back. At the end of the log it follows.
  mutating func scroll(by rows: Int, on page: Dashboard.LogPage) {
    guard let first = page.window(top).rows.first else { return }
    show(page.row(first, movedBy: rows), on: page)
  }

  /// Shows the log from this row on. At the end of the log it follows.
  mutating func show(_ row: LogWindow.Row, on page: Dashboard.LogPage) {
    let isAtEnd = page.window(page.place(row)).isAtEnd
    top = isAtEnd ? nil : page.place(row)
  }

  /// Brings a row into view, with a third of the page above it if it was not.
  mutating func reveal(_ row: LogWindow.Row, on page: Dashboard.LogPage) {
    let window = page.window(top)
    guard !window.rows.contains(row) else { return }
    top = page.place(page.row(row, movedBy: -(page.geometry.area.height / 3)))
  }

  /// Stops following, with the same rows in view.
  mutating func hold(on page: Dashboard.LogPage) {
    top = page.window(top).rows.first.map(page.place)
  }
}
