package import Programs

/// The lines that a box keeps of an action, or of one of its runs.
package struct KeptLines: Sendable, Equatable {
  /// A line, with its number in the output of the action and that of its run; zero if the run is not known.
  package struct Line: Sendable, Equatable {
    package var number: Int
    package var run: Int
    package var line: OutputLine

    package init(number: Int, run: Int, line: OutputLine) {
      (self.number, self.run, self.line) = (number, run, line)
    }
  }

  /// The number of the run that was asked for; nil for all, and if there is none such.
  package var run: Int?
  /// Whether the run is known and none of its lines is kept.
  package var isLost = false
  /// Whether that run has ended.
  package var hasEnded = false
  /// How many older lines are not kept.
  package var missing = 0
  /// The number of the next line that the action prints.
  package var next = 0
  package var lines: [Line] = []

  package init() {}

  /// Selects lines.
  /// - Parameters:
  ///   - first: The number of the first line that is wanted.
  ///   - run: The number of a run; -1 for the newest, -2 for the one before it; nil for all.
  package init(_ ring: OutputRing, _ history: RunHistory, from first: Int, run wanted: Int?) {
    next = ring.endIndex
    let runs = history.entries.sorted { $0.number < $1.number }
    let kept = runs.filter { $0.firstLine >= 0 }
    guard let wanted else {
      missing = max(0, ring.startIndex - max(0, first))
      lines = Self.lines(of: ring, from: first, kept)
      return
    }
    let chosen = wanted < 0 ? runs.dropLast(-1 - wanted).last : runs.first { $0.number == wanted }
    guard let chosen, wanted >= 0 || -wanted <= runs.count else { return }
    run = chosen.number
    hasEnded = chosen.ending != nil
    let begin = chosen.firstLine
    let later = kept.first { $0.number > chosen.number }
    guard begin >= 0, (later?.firstLine ?? ring.endIndex + 1) > ring.startIndex else {
      isLost = true
      return
    }
    missing = max(0, ring.startIndex - max(begin, first))
    lines = Self.lines(of: ring, from: max(begin, first), kept).filter { $0.run == chosen.number }
  }

  /// The lines from a number on.
  package func from(_ first: Int) -> KeptLines {
    var kept = self
    kept.lines.removeAll { $0.number < first }
    return kept
  }

  private static func lines(
    of ring: OutputRing, from first: Int, _ runs: [RunHistory.Entry]
  ) -> [Line] {
    var run = 0
    var rest = runs[...]
    return ring.indices.suffix(from: min(max(first, ring.startIndex), ring.endIndex)).map { number in
      while let next = rest.first, next.firstLine <= number {
        run = next.number
        rest.removeFirst()
      }
      let line = ring[number]
      return Line(number: number, run: line.run == 0 ? run : Int(line.run), line: line)
    }
  }
}
