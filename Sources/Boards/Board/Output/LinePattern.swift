/// A regular expression, in the syntax of PCRE2, that a line of output matches or not.
///
///     let pattern = try LinePattern("listening on")
///     pattern.matches("now listening on port 80")   // true
public struct LinePattern: Sendable, Equatable {
  private let expression: LineExpression

  /// Compiles a regular expression.
  /// - Throws: An error if it is not a valid one.
  public init(_ pattern: String) throws(PatternError) {
    expression = try LineExpression(pattern)
  }

  /// The regular expression.
  public var text: String { expression.pattern }

  public func matches(_ line: String) -> Bool { expression.matches(line) }
}
