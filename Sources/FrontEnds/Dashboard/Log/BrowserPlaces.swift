internal import Boundary
internal import Programs
internal import TerminalUI

/// Moves between lines that name files or addresses, and marks one of them.
extension Dashboard.LogBrowser {
  /// Marks the next such line, or the previous one; if none is marked, the first or the last one in view
  /// comes first.
  mutating func findPlace(forward: Bool, on page: Dashboard.LogPage) -> Step {
    let count = page.source.count
    let lines = page.window(top).lines
    guard count > 0 else { return .nothing }
    let start: Int
    if let placeLine {
      let index = page.source.index(atOrAfter: placeLine)
      let isListed = index < count && page.source.number(at: index) == placeLine
      start = forward ? index + (isListed ? 1 : 0) : index - 1
    } else {
      start = forward ? lines.lowerBound : lines.upperBound - 1
    }
    let (ahead, others) = (0..<count).parts(from: start, forward: forward)
    if let index = ahead.first(where: { page.source.place(at: $0) != nil }) {
      mark(index, on: page)
      return .done
    }
    guard let index = others.first(where: { page.source.place(at: $0) != nil }) else { return .nothing }
    mark(index, on: page)
    return .wrapped
  }

  /// Marks the line that says where the last run has failed: the first one that names a file and speaks of an
  /// error, or else the last one that names a file. Marks none if there is no such line.
  mutating func findFailure(on page: Dashboard.LogPage) {
    let source = page.source
    let begin = (0..<source.count).last { source[$0].isRunStart } ?? 0
    let named = (begin..<source.count).filter { index in
      if case .file = source.place(at: index)?.target { true } else { false }
    }
    if let index = named.first(where: { source[$0].text.speaksOfError }) ?? named.last {
      mark(index, on: page)
    }
  }

  private mutating func mark(_ index: Int, on page: Dashboard.LogPage) {
    placeLine = page.source.number(at: index)
    reveal(LogWindow.Row(line: index), on: page)
  }
}

extension Dashboard.LogSource {
  /// What the line at an index names; nil for nothing, and for a remark.
  func place(at index: Int) -> OutputPlace? {
    self[index].isPrinted ? OutputPlace(in: self[index]) : nil
  }
}

extension Range<Int> {
  /// The indices from one on in a direction, and the others in the order in which they follow after the end.
  fileprivate func parts(from start: Int, forward: Bool) -> (ahead: [Int], others: [Int]) {
    let cut = Swift.min(Swift.max(lowerBound, forward ? start : start + 1), upperBound)
    let (low, high) = (Array(lowerBound..<cut), Array(cut..<upperBound))
    return forward ? (high, low) : (low.reversed(), high.reversed())
  }
}

extension String {
  /// Whether it contains a word of compilers and tests for a failure.
  fileprivate var speaksOfError: Bool {
    let text = lowercased()
    return ["error", "fail", "panic", "exception", "assert", "fatal"].contains { text.contains($0) }
  }
}
