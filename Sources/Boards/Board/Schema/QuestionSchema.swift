import Configuration

extension ValueReader where Value == QuestionRule {
  /// A regular expression, or a word for none.
  static var questionRule: Self {
    let pattern = expression { text throws(PatternError) -> QuestionRule in
      switch text {
      case never: .never
      case QuestionRule.usualPattern: .usual
      default: .matching(try LinePattern(text))
      }
    }
    return Self(
      ValueSchema("[pattern](#progress-and-status) or `\(never)`", pattern.schema().shape),
      read: pattern.read)
  }

  private static var never: String { "never" }
}
