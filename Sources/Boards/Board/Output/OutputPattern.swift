/// Finds a value in a line of output, by a regular expression with one group, or by a path into a line of
/// JSON.
///
/// Expressions have the syntax of PCRE2.
///
///     let pattern = try OutputPattern(#"^Test "(.*)" "#)
///     pattern.value(in: #"Test "Boards are read" passed"#)   // "Boards are read"
public struct OutputPattern: Sendable, Equatable {
  private let source: Source

  private enum Source: Equatable {
    case expression(LineExpression)
    case json(JSONPath)
  }

  /// Finds the text, number or truth value at a path.
  public init(_ path: JSONPath) {
    source = .json(path)
  }

  /// Compiles a regular expression.
  /// - Throws: An error if it is not a valid regular expression, or does not have exactly one group.
  public init(_ pattern: String) throws(PatternError) {
    let expression = try LineExpression(pattern)
    guard expression.groupCount == 1 else {
      throw PatternError(
        message: "needs one capture group, but has \(expression.groupCount)",
        hint: "put parentheses around the value, as in `at (.*)`; `(?:…)` does not capture")
    }
    source = .expression(expression)
  }

  /// The match of the group, or the value at the path; nil if there is none.
  public func value(in line: String) -> String? {
    switch source {
    case .expression(let expression): expression.groups(in: line)?.first.map { String($0) }
    case .json(let path): path.value(in: line)?.description
    }
  }
}
