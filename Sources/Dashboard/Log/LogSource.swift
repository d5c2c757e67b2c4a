internal import Jobs
internal import TerminalUI

extension Dashboard {
  /// The lines of a log that can be looked at: all that are kept, or those that a filter lets through. Addressed by
  /// their place among them; the number of a line stays the same whatever is filtered or forgotten.
  struct LogSource {
    let ring: OutputRing
    /// The numbers of the lines that the filter lets through; nil without a filter.
    let filtered: [Int]?

    var count: Int { filtered?.count ?? ring.count }

    /// The number of the line at this place.
    func number(at index: Int) -> Int { filtered?[index] ?? ring.startIndex + index }

    /// The place of the first line whose number is not below this one; `count` if there is none.
    func index(atOrAfter number: Int) -> Int {
      filtered?.firstIndex(atOrAfter: number) ?? min(max(0, number - ring.startIndex), ring.count)
    }

    subscript(index: Int) -> OutputLine { ring[number(at: index)] }
  }

  /// The room that a log has in the picture, and how its lines stand in it.
  struct LogGeometry: Equatable {
    var area: Size
    var options: LogOptions

    /// The columns in front of the text: a sign, and the clock time.
    var margin: Int { options.showsTime ? 2 + LogGeometry.clockWidth : 2 }
    var textWidth: Int { max(1, area.width - margin) }

    /// "14:03:07" and a space.
    static let clockWidth = 9

    /// How many rows a line takes.
    func rowCount(of line: OutputLine) -> Int {
      options.wraps && !line.isMark ? TextBreaks.offsets(in: line.text, width: textWidth).count : 1
    }
  }

  /// How a person wants all logs to be shown.
  struct LogOptions: Equatable {
    var wraps = false
    var showsTime = false
  }
}

extension OutputLine {
  /// True for the beginning of a run.
  var isRunStart: Bool { kind == .startByPerson || kind == .startByClock }

  /// True for the beginning of a run or of another attempt, which is drawn as a rule.
  var isMark: Bool { isRunStart || kind == .retry }
}
