/// Which lines of a program that is silent are questions.
///
///     QuestionRule.usual.matches("Continue? ")   // true
public enum QuestionRule: Sendable, Equatable {
  /// Lines that end with `?`, `:` or `>`, and perhaps a space.
  case usual
  /// Lines that match a pattern.
  case matching(LinePattern)
  /// None: the program is never said to ask, not even for a password.
  case never

  /// The pattern that is equivalent to ``usual``.
  public static let usualPattern = "[?:>] ?$"

  public func matches(_ line: String) -> Bool {
    switch self {
    case .usual: (line.last == " " ? line.dropLast().last : line.last).map { "?:>".contains($0) } ?? false
    case .matching(let pattern): pattern.matches(line)
    case .never: false
    }
  }
}
