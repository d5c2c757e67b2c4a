internal import Boundary
internal import Programs
internal import TerminalUI

extension Dashboard {
  /// The lines of a log that can be shown: all kept lines, or those that match the filter. The index of a
  /// line is its position among these lines. The number of a line never changes, even if others are filtered
  /// out or dropped.
  struct LogSource {
    let ring: OutputRing
    /// The numbers of the lines that match the filter; nil if there is no filter.
    let filtered: [Int]?

    var count: Int { filtered?.count ?? ring.count }

    /// The number of the line at this index.
    func number(at index: Int) -> Int { filtered?[index] ?? ring.startIndex + index }

    /// The index of the first line whose number is at least this one; `count` if there is none.
    func index(atOrAfter number: Int) -> Int {
      filtered?.firstIndex(atOrAfter: number) ?? min(max(0, number - ring.startIndex), ring.count)
    }

    subscript(index: Int) -> OutputLine { ring[number(at: index)] }
  }

  /// The area that a log has on screen, and how its lines are laid out in it.
  struct LogGeometry: Equatable {
    var area: Size
    var options: LogOptions

    /// The width of the columns before the text: a sign and, if shown, the clock time.
    var margin: Int { options.showsTime ? 2 + LogGeometry.clockWidth : 2 }
    var textWidth: Int { max(1, area.width - margin) }

    /// The width of "14:03:07" and a space.
    static let clockWidth = 9

    /// The number of rows that a line takes.
    func rowCount(of line: OutputLine) -> Int {
      options.wraps && !line.isMark ? TextBreaks.offsets(in: line.text, width: textWidth).count : 1
    }
  }

  /// The display options that apply to all logs.
  struct LogOptions: Equatable {
    var wraps = false
    var showsTime = false
  }
}

extension OutputLine {
  /// True for the first line of a run.
  var isRunStart: Bool { kind.isRunStart }

  /// True for the first line of a run or of a retry, which is drawn as a rule.
  var isMark: Bool { isRunStart || kind == .retry }
}
