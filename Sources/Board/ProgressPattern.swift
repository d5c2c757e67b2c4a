/// A regular expression that finds progress in a line of output: one group is a percentage, two are n of m.
///
///     let pattern = try ProgressPattern(#"\[(\d+)/(\d+)\]"#)
///     pattern.progress(in: "[3/12] Compiling Board")?.fraction   // 0.25
public struct ProgressPattern: Sendable {
  private let expression: LineExpression

  /// The regular expression as the board has it.
  public var pattern: String { expression.pattern }

  /// Compiles a pattern in ICU's syntax.
  /// - Throws: When it is no regular expression or has not one or two groups.
  public init(_ pattern: String) throws(PatternError) {
    expression = try LineExpression(pattern)
    guard (1...2).contains(expression.groupCount) else {
      throw PatternError(
        message: "needs one group (percent) or two (n of m), and has \(expression.groupCount)",
        hint: #"put parentheses around each number, as in `(\d+)/(\d+)`; `(?:…)` is no group"#)
    }
  }

  /// How far a line says it is; nil when it does not match or the groups hold no numbers that make sense.
  public func progress(in line: String) -> Progress? {
    guard let groups = expression.groups(in: line), groups.count == expression.groupCount else { return nil }
    let numbers = groups.compactMap { Double($0) }
    guard numbers.count == groups.count, let done = numbers.first, done.isFinite else { return nil }
    if numbers.count == 1 {
      let percent = min(max(done, 0), 100)
      return Progress(fraction: percent / 100, description: "\(Int(percent)) %")
    }
    let total = numbers[1]
    guard total > 0, total.isFinite else { return nil }
    return Progress(
      fraction: min(max(done / total, 0), 1), description: "\(groups[0])/\(groups[1])")
  }

  /// How far something is.
  public struct Progress: Sendable, Equatable {
    /// From 0 to 1.
    public let fraction: Double
    /// The same in words: "3/12" or "42 %".
    public let description: String

    public init(fraction: Double, description: String) {
      self.fraction = fraction
      self.description = description
    }
  }
}

extension ProgressPattern: Equatable {
  public static func == (one: Self, other: Self) -> Bool { one.pattern == other.pattern }
}
