/// A regular expression with one group that picks a value out of a line of output.
///
/// The syntax is ICU's. The expression is compiled once, when the board is read, and may be used from any thread.
///
///     let pattern = try OutputPattern(#"^Test "(.*)" "#)
///     pattern.value(in: #"Test "Boards are read" passed"#)   // "Boards are read"
public struct OutputPattern: Sendable {
  private let expression: LineExpression

  /// The regular expression as the board has it.
  public var pattern: String { expression.pattern }

  /// Compiles a pattern.
  /// - Throws: When it is no regular expression or has no group, or more than one.
  public init(_ pattern: String) throws(PatternError) {
    expression = try LineExpression(pattern)
    guard expression.groupCount == 1 else {
      throw PatternError(
        message: "needs one group, and has \(expression.groupCount)",
        hint: "put parentheses around what to show, as in `at (.*)`; `(?:…)` is no group")
    }
  }

  /// What the group matches in a line, nil when the line does not match.
  public func value(in line: String) -> Substring? {
    expression.groups(in: line)?.first
  }
}

extension OutputPattern: Equatable {
  public static func == (one: Self, other: Self) -> Bool { one.pattern == other.pattern }
}
