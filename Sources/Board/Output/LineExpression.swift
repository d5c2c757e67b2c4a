import Foundation

/// A compiled regular expression that is matched against lines of output.
///
/// It is `NSRegularExpression` and not Swift's `Regex` because this looks at every line of every command,
/// 20,000 a second and more: a line of 80 characters that does not match takes 0.6 µs instead of 2.7 µs.
/// Besides, it is immutable and `Sendable`, so that it can be compiled once.
///
/// Some expressions, `(a+)+$` for one, try more ways than anybody has time for when a line nearly matches.
/// Where that can happen, in long lines and with repeated groups, a line is given up after 50,000 steps of
/// ICU, which take less than a millisecond. Elsewhere steps are not counted, since that costs three times as
/// much.
struct LineExpression: Sendable {
  private let expression: NSRegularExpression
  /// The same behind a part that takes any begin of a line, as short as possible. ICU calls back after each
  /// 10,000 steps, but also at each place where it begins anew; now there is one such place.
  private let countable: NSRegularExpression?
  private let isRisky: Bool

  /// A longer one is no expression for a line, and could take long to compile.
  private static let lengthLimit = 1_000
  private static let longLine = 256
  private static let callbackLimit = 5

  init(_ pattern: String) throws(PatternError) {
    guard pattern.utf8.count <= Self.lengthLimit else {
      throw PatternError(message: "is longer than \(Self.lengthLimit) characters", hint: nil)
    }
    do {
      expression = try NSRegularExpression(pattern: pattern)
    } catch {
      throw PatternError(message: "is not a valid regular expression", hint: Self.reason(for: pattern))
    }
    // Fails for one that ends with a comment, which then goes without a limit.
    countable = try? NSRegularExpression(pattern: #"\A(?s:.*?)(?:\#(pattern))"#)
    isRisky = Self.isRisky(pattern)
  }

  var pattern: String { expression.pattern }

  var groupCount: Int { expression.numberOfCaptureGroups }

  /// What each group matches, nil when the line does not match or takes too long; a group that takes no part
  /// is left out.
  func groups(in line: String) -> [Substring]? {
    guard let match = firstMatch(in: line) else { return nil }
    return (1..<match.numberOfRanges).compactMap { group in
      Range(match.range(at: group), in: line).map { line[$0] }
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

  /// Whether a group is repeated, or more than three things are. Escapes and brackets are not looked at: a
  /// wrong yes costs a microsecond a line.
  private static func isRisky(_ pattern: String) -> Bool {
    let quantifiers: Set<Character> = ["*", "+", "{"]
    let repeatsGroup = zip(pattern, pattern.dropFirst()).contains { $0 == ")" && quantifiers.contains($1) }
    return repeatsGroup || pattern.count(where: quantifiers.contains) > 3
  }

  /// ICU does not say what is wrong. Swift's parser does, and for mistakes in brackets and repetition they
  /// agree.
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
  static func == (one: Self, other: Self) -> Bool { one.pattern == other.pattern }
}

/// Why a pattern cannot be used: a phrase that follows the name of the key, and what to do about it.
public struct PatternError: Error, Equatable {
  public let message: String
  public let hint: String?
}
