internal import Board
internal import Boundary
internal import Programs
internal import TerminalUI

/// Builds the `Dashboard.Log` to show from the kept lines.
extension Dashboard.LogPage {
  /// - Parameter browser: Must be up to date with the lines of this page.
  func log(title: String, _ browser: Dashboard.LogBrowser, clock: WallClock) -> Dashboard.Log {
    let window = window(browser.top)
    var log = Dashboard.Log(title: title)
    log.rows = rows(of: window, browser, clock)
    log.visible = window.lines
    log.lineCount = source.count
    log.keptCount = source.ring.count
    log.isFollowing = browser.top == nil
    log.beginsLater =
      window.lines.lowerBound == 0 && source.ring.startIndex > 0 && source.count > 0
      && !source.ring[source.ring.startIndex].isRunStart
    log.filter = browser.filterText
    log.search = browser.search.map { index in
      let current = browser.current.flatMap { number -> Int? in
        let place = index.numbers.firstIndex(atOrAfter: number)
        return index.numbers.indices.contains(place) && index.numbers[place] == number ? place + 1 : nil
      }
      return Dashboard.LogSearch(index.pattern.text, count: index.numbers.count, current: current)
    }
    log.place = browser.placeLine.flatMap { number in
      let index = source.index(atOrAfter: number)
      return index < source.count && source.number(at: index) == number ? source.place(at: index) : nil
    }
    log.selectedCount = browser.selection.map { _ in browser.copy(on: self).count }
    log.isWrapped = geometry.options.wraps
    return log
  }

  private func rows(
    of window: LogWindow, _ browser: Dashboard.LogBrowser, _ clock: WallClock
  ) -> [Dashboard.LogRow] {
    let needle = browser.search?.pattern
    return window.lines.flatMap { index -> [Dashboard.LogRow] in
      let number = source.number(at: index)
      let line = source[index]
      let named = number == browser.placeLine ? source.place(at: index) : nil
      let text = MarkedText(line, matches: named.map { [$0.range] } ?? needle?.matches(in: line.text) ?? [])
      let breaks = rowCount(index) > 1 ? TextBreaks.offsets(in: line.text, width: geometry.textWidth) : [0]
      return window.rows.filter { $0.line == index }.map { place in
        let end = place.part + 1 < breaks.count ? breaks[place.part + 1] : line.text.utf8.count
        var row = Dashboard.LogRow(
          number: number, kind: line.kind, pieces: text.pieces(in: breaks[place.part]..<end))
        row.isContinued = place.part > 0
        row.isCurrent = number == browser.current || named != nil
        row.isSelected = browser.selection?.numbers.contains(number) ?? false
        row.isHead = number == browser.selection?.head
        if geometry.options.showsTime || line.isMark {
          row.clock = row.isContinued ? "" : clock.time(line.arrival)
        }
        return row
      }
    }
  }
}

/// A line with its styles, whose matches are highlighted.
private struct MarkedText {
  private let bytes: [UInt8]
  private let styles: [StyleRun]
  private let matches: [Range<Int>]

  /// - Parameter matches: Ranges of UTF-8 offsets. A range that ends inside a character, such as before a
  ///   combining accent, is widened to the whole character.
  init(_ line: OutputLine, matches: [Range<Int>]) {
    let text = line.text
    bytes = Array(text.utf8)
    styles = line.styles
    guard !matches.isEmpty, !text.utf8.allSatisfy({ $0 < 0x80 }) else {
      self.matches = matches
      return
    }
    var starts = [0]
    for character in text { starts.append((starts.last ?? 0) + character.utf8.count) }
    self.matches = matches.map { match in
      let first = starts.firstIndex(atOrAfter: match.lowerBound + 1) - 1
      return starts[first]..<starts[starts.firstIndex(atOrAfter: match.upperBound)]
    }
  }

  /// A part of the text, split wherever a match or a style begins or ends.
  func pieces(in range: Range<Int>) -> [Dashboard.LogPiece] {
    var pieces: [Dashboard.LogPiece] = []
    var place = range.lowerBound

    var rest = styles[...]
    var style = Style.plain

    func add(to end: Int, isMatch: Bool) {
      while place < end {
        while let run = rest.first, run.start <= place { style = rest.removeFirst().style }
        let pieceEnd = min(end, rest.first.map { Int($0.start) } ?? end)
        let text = String(decoding: bytes[place..<pieceEnd], as: UTF8.self)
        pieces.append(.init(text, style: style, isMatch: isMatch))
        place = pieceEnd
      }
    }

    for match in matches where match.overlaps(range) {
      add(to: match.lowerBound, isMatch: false)
      add(to: min(match.upperBound, range.upperBound), isMatch: true)
    }
    add(to: range.upperBound, isMatch: false)
    return pieces
  }
}
