/// Which lines of a program that is silent are questions.
///
///     QuestionRule.usual.matches("Continue? ")   // true
public enum QuestionRule: Sendable, Equatable {
  /// Lines that end with `?`, `:` or `>`, or have a `?` and end with a bracket, and perhaps a space:
  /// "Password:", "Continue? [Y/n] ".
  case usual
  /// Lines that match a pattern.
  case matching(LinePattern)
  /// None: the program is never said to ask, not even for a password.
  case never

  /// The pattern that is equivalent to ``usual``.
  public static let usualPattern = "([?:>]|\\?.*[\\])]) ?$"

  private static func usuallyMatches(_ line: Substring) -> Bool {
    guard let last = line.last else { return false }
    return "?:>".contains(last) || "])".contains(last) && line.dropLast().contains("?")
  }

  public func matches(_ line: String) -> Bool {
    switch self {
    case .usual: Self.usuallyMatches(line.last == " " ? line.dropLast() : line[...])
    case .matching(let pattern): pattern.matches(line)
    case .never: false
    }
  }
}
