/// Picks a value out of a line of output: by a regular expression with one group, or by a path into a line of
/// JSON.
///
/// The syntax of expressions is ICU's. An expression is compiled once, when the board is read, and may be
/// used from any thread.
///
///     let pattern = try OutputPattern(#"^Test "(.*)" "#)
///     pattern.value(in: #"Test "Boards are read" passed"#)   // "Boards are read"
public struct OutputPattern: Sendable, Equatable {
  private let source: Source

  private enum Source: Equatable {
    case expression(LineExpression)
    case json(JSONPath)
  }

  /// Takes what a path leads to, when that is a text, a number or a truth value.
  public init(_ path: JSONPath) {
    source = .json(path)
  }

  /// Compiles a regular expression.
  /// - Throws: When it is no regular expression or has no group, or more than one.
  public init(_ pattern: String) throws(PatternError) {
    let expression = try LineExpression(pattern)
    guard expression.groupCount == 1 else {
      throw PatternError(
        message: "needs one capture group, but has \(expression.groupCount)",
        hint: "put parentheses around the value, as in `at (.*)`; `(?:…)` does not capture")
    }
    source = .expression(expression)
  }

  /// What the group matches or the path leads to; nil when the line has nothing there.
  public func value(in line: String) -> String? {
    switch source {
    case .expression(let expression): expression.groups(in: line)?.first.map { String($0) }
    case .json(let path): path.value(in: line)?.description
    }
  }
}
