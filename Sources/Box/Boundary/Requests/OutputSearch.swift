internal import Board
internal import Programs

/// The lines that contain a text, in the kept outputs of all actions.
package struct OutputSearch: Sendable, Equatable {
  /// One of the lines.
  package struct Line: Sendable, Equatable, Hashable {
    /// The name of the action that has printed it.
    package var action: String
    /// Its number in the output of the action.
    package var number: Int
    /// The part of it around the first match.
    package var text: String

    package init(action: String, number: Int, text: String) {
      (self.action, self.number, self.text) = (action, number, text)
    }
  }

  /// The lines, by action in the order of the board, then by number.
  package var lines: [Line] = []
  /// The number of lines that contain the text; more than `lines` if there are too many to show.
  package var count = 0
  /// Whether time ran out before all lines were examined. The oldest lines of the last outputs are missing.
  package var isUnfinished = false

  package init() {}

  /// How long a search may take.
  package static let timeLimit = Duration.seconds(1)

  /// The most lines that are shown of one action, the newest ones, and of all.
  static let lineLimits = (action: 200, all: 1_000)
  /// The most characters that are shown of a line, and of them before its match.
  static let textLimits = (all: 300, before: 30)

  /// Searches outputs.
  /// - Parameters:
  ///   - text: What people type to search: a plain text, or a regular expression between slashes.
  ///   - end: When to end, even if lines are left.
  package init(
    _ text: String, in outputs: [(action: String, ring: OutputRing)], until end: ContinuousClock.Instant
  ) {
    guard let pattern = SearchPattern(text) else { return }
    for (action, ring) in outputs {
      var found: [Line] = []
      for number in ring.indices.reversed() {
        isUnfinished = .now > end
        if isUnfinished { break }
        let line = ring[number].text
        guard let match = pattern.firstMatch(in: line) else { continue }
        count += 1
        if found.count < Self.lineLimits.action {
          found.append(Line(action: action, number: number, text: Self.part(of: line, around: match)))
        }
      }
      lines += found.reversed().prefix(Self.lineLimits.all - lines.count)
      if isUnfinished { return }
    }
  }

  private static func part(of line: String, around match: Range<Int>) -> String {
    guard line.utf8.count > textLimits.all else { return line }
    let start = line.utf8.index(line.startIndex, offsetBy: match.lowerBound)
    let before = line[..<start].suffix(textLimits.before)
    return String(before + line[start...].prefix(textLimits.all - before.count))
  }
}
