internal import Board
internal import Boundary
internal import Programs
internal import TerminalUI

/// Moves between matches and between runs.
extension Dashboard.LogBrowser {
  /// The result of a step to the next or previous match or run.
  enum Step {
    case done
    /// There was no match in this direction, so the search continued from the other end.
    case wrapped
    /// There is no match at all.
    case nothing
  }

  /// Jumps to the first match to show. If the view follows the end, that is the last match; otherwise it is
  /// the first match at or below the top of the view.
  mutating func findFirst(on page: Dashboard.LogPage) {
    guard let numbers = search?.numbers, let last = numbers.last else { return }
    guard let top else { return jump(toMatchIn: last, on: page) }
    let index = numbers.firstIndex(atOrAfter: top.number)
    jump(toMatchIn: index < numbers.count ? numbers[index] : numbers[0], on: page)
  }

  /// Jumps to the next match, or to the previous one.
  mutating func find(forward: Bool, on page: Dashboard.LogPage) -> Step {
    guard let numbers = search?.numbers, let first = numbers.first, let last = numbers.last else {
      return .nothing
    }
    guard let current else {
      findFirst(on: page)
      return .done
    }
    let index = numbers.firstIndex(atOrAfter: forward ? current + 1 : current) - (forward ? 0 : 1)
    guard numbers.indices.contains(index) else {
      jump(toMatchIn: forward ? first : last, on: page)
      return .wrapped
    }
    jump(toMatchIn: numbers[index], on: page)
    return .done
  }

  /// Jumps to the next beginning of a run below the top of the view, or to the previous one above it.
  mutating func findRun(forward: Bool, on page: Dashboard.LogPage) -> Step {
    guard let first = page.window(top).rows.first else { return .nothing }
    let start =
      forward
      ? (first.line..<page.source.count).dropFirst().first { page.source[$0].isRunStart }
      : (0..<first.line).last { page.source[$0].isRunStart }
    guard let start else { return .nothing }
    show(LogWindow.Row(line: start), on: page)
    return .done
  }

  /// Jumps to a line with a match, or to the oldest one if it is no longer kept.
  mutating func jump(toMatchIn number: Int, on page: Dashboard.LogPage) {
    current = number
    let index = page.source.index(atOrAfter: number)
    guard index < page.source.count, let match = search?.pattern.firstMatch(in: page.source[index].text)
    else { return }
    reveal(page.row(at: match.lowerBound, ofLineAt: index), on: page)
  }
}

extension Dashboard.LogPage {
  /// The row that contains this UTF-8 offset of a line.
  fileprivate func row(at offset: Int, ofLineAt index: Int) -> LogWindow.Row {
    guard rowCount(index) > 1 else { return LogWindow.Row(line: index) }
    let breaks = TextBreaks.offsets(in: source[index].text, width: geometry.textWidth)
    return LogWindow.Row(line: index, part: (breaks.lastIndex { $0 <= offset }) ?? 0)
  }
}
