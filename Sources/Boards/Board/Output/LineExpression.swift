/// A compiled regular expression that is matched against lines of output.
///
/// Its syntax is that of PCRE2, where classes such as `\d` know the characters of all languages. It is
/// applied to every line of output, 20,000 per second and more, so it is compiled only once.
package struct LineExpression: Sendable {
  let pattern: String
  private let expression: CompiledExpression

  /// The maximum length. A longer expression could take long to compile.
  private static let lengthLimit = 1_000

  package init(_ pattern: String) throws(PatternError) {
    guard pattern.utf8.count <= Self.lengthLimit else {
      throw PatternError(message: "is longer than \(Self.lengthLimit) characters", hint: nil)
    }
    if let mistake = OtherSyntax.mistake(in: pattern) { throw mistake }
    expression = try CompiledExpression(pattern)
    self.pattern = pattern
  }

  var groupCount: Int { expression.groupCount }

  /// Whether a line matches. One that takes too long does not.
  package func matches(_ line: String) -> Bool { expression.matches(line) }

  /// The match of each group, without groups that do not participate. Returns nil if the line does not match,
  /// or takes too long.
  func groups(in line: String) -> [Substring]? {
    expression.firstMatch(in: line)?.dropFirst().compactMap { range in
      range.map { range in
        let start = line.utf8.index(line.startIndex, offsetBy: range.lowerBound)
        return line[start..<line.utf8.index(start, offsetBy: range.count)]
      }
    }
  }

  /// The first match in a line that is not empty, as a range of UTF-8 offsets; nil if there is none, or
  /// finding it takes too long.
  func firstRange(in line: String) -> Range<Int>? { expression.allMatches(in: line, atMost: 1).first }

  /// The matches in a line that are not empty, as ranges of UTF-8 offsets from left to right: all of them, or
  /// the first ones where finding the others might take too long.
  package func ranges(in line: String) -> [Range<Int>] { expression.allMatches(in: line) }
}

extension LineExpression: Equatable {
  package static func == (one: Self, other: Self) -> Bool { one.pattern == other.pattern }
}

/// Why a pattern is not valid: a phrase that follows the name of the key, and what to write instead.
public struct PatternError: Error, Equatable {
  public let message: String
  public let hint: String?
}
