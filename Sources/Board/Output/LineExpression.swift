import Foundation

/// A compiled regular expression that is matched against lines of output.
///
/// It uses `NSRegularExpression` instead of Swift's `Regex` because it is applied to every line of output,
/// 20,000 per second and more: a line of 80 characters that does not match takes 0.6 µs instead of 2.7 µs.
/// Besides, it is immutable and `Sendable`, so it is compiled only once.
///
/// Some expressions, such as `(a+)+$`, backtrack exponentially if a line nearly matches. Where that is
/// possible, in long lines and with repeated groups, matching stops after 50,000 steps of ICU, which take
/// less than a millisecond. Elsewhere steps are not counted, because counting makes matching three times as
/// expensive.
package struct LineExpression: Sendable {
  private let expression: NSRegularExpression
  /// The same expression after a prefix that matches as little as possible of the start of a line. ICU calls
  /// back after every 10,000 steps, and also for every position at which it starts to match: now there is
  /// one.
  private let countable: NSRegularExpression?
  private let isRisky: Bool

  /// The maximum length. A longer expression could take long to compile.
  private static let lengthLimit = 1_000
  private static let longLine = 256
  private static let callbackLimit = 5

  package init(_ pattern: String) throws(PatternError) {
    guard pattern.utf8.count <= Self.lengthLimit else {
      throw PatternError(message: "is longer than \(Self.lengthLimit) characters", hint: nil)
    }
    do {
      expression = try NSRegularExpression(pattern: pattern)
    } catch {
      throw PatternError(message: "is not a valid regular expression", hint: Self.reason(for: pattern))
    }
    // Fails for an expression that ends with a comment, which then has no limit.
    countable = try? NSRegularExpression(pattern: #"\A(?s:.*?)(?:\#(pattern))"#)
    isRisky = Self.isRisky(pattern)
  }

  var pattern: String { expression.pattern }

  var groupCount: Int { expression.numberOfCaptureGroups }

  /// The match of each group, without groups that do not participate. Returns nil if the line does not match,
  /// or takes too long.
  func groups(in line: String) -> [Substring]? {
    guard let match = firstMatch(in: line) else { return nil }
    return (1..<match.numberOfRanges).compactMap { group in
      Range(match.range(at: group), in: line).map { line[$0] }
    }
  }

  /// The matches in a line that are not empty, as ranges of UTF-8 offsets from left to right: all of them, or
  /// the first one where finding the others might take too long.
  package func ranges(in line: String) -> [Range<Int>] {
    guard firstMatch(in: line) != nil else { return [] }
    let whole = NSRange(location: 0, length: line.utf16.count)
    let matches =
      isRisky || whole.length > Self.longLine
      ? expression.firstMatch(in: line, range: whole).map { [$0] } ?? []
      : expression.matches(in: line, range: whole)
    return matches.compactMap { match in
      guard let range = Range(match.range, in: line), !range.isEmpty else { return nil }
      let start = line.utf8.distance(from: line.startIndex, to: range.lowerBound)
      return start..<(start + line.utf8.distance(from: range.lowerBound, to: range.upperBound))
    }
  }

  private func firstMatch(in line: String) -> NSTextCheckingResult? {
    let whole = NSRange(location: 0, length: line.utf16.count)
    guard let countable, isRisky || whole.length > Self.longLine else {
      return expression.firstMatch(in: line, range: whole)
    }
    var found: NSTextCheckingResult?
    var callbacks = 0
    countable.enumerateMatches(in: line, options: .reportProgress, range: whole) { match, _, stop in
      found = match
      callbacks += 1
      stop.pointee = ObjCBool(match != nil || callbacks == Self.callbackLimit)
    }
    return found
  }

  /// Whether a group is repeated, or there are more than three repetitions. Escapes and brackets are ignored:
  /// a false positive costs one microsecond per line.
  private static func isRisky(_ pattern: String) -> Bool {
    let quantifiers: Set<Character> = ["*", "+", "{"]
    let repeatsGroup = zip(pattern, pattern.dropFirst()).contains { $0 == ")" && quantifiers.contains($1) }
    return repeatsGroup || pattern.count(where: quantifiers.contains) > 3
  }

  /// The error of Swift's parser, because ICU does not give a reason. Both agree on brackets and repetitions.
  private static func reason(for pattern: String) -> String? {
    do {
      _ = try Regex(pattern)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension LineExpression: Equatable {
  package static func == (one: Self, other: Self) -> Bool { one.pattern == other.pattern }
}

/// Why a pattern is not valid: a phrase that follows the name of the key, and what to write instead.
public struct PatternError: Error, Equatable {
  public let message: String
  public let hint: String?
}
