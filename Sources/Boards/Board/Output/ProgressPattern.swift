/// Finds progress in a line of output, by a regular expression, where one group is a percentage and two are n
/// of m, or by a path into a line of JSON.
///
///     let pattern = try ProgressPattern(#"\[(\d+)/(\d+)\]"#)
///     pattern.progress(in: "[3/12] Compiling Board")?.fraction   // 0.25
public struct ProgressPattern: Sendable, Equatable {
  private let source: Source

  private enum Source: Equatable {
    case expression(LineExpression)
    case json(done: JSONPath, total: Total)
  }

  /// The total that corresponds to a progress of 100 %.
  public enum Total: Sendable, Equatable {
    /// A constant: 100 for percentages, 1 for fractions.
    case number(Double)
    /// The number at another path in the same line.
    case path(JSONPath)
  }

  /// Finds the number at a path.
  public init(_ done: JSONPath, of total: Total = .number(100)) {
    source = .json(done: done, total: total)
  }

  /// Compiles a regular expression in PCRE2's syntax.
  /// - Throws: An error if it is not a valid regular expression, or does not have one or two groups.
  public init(_ pattern: String) throws(PatternError) {
    let expression = try LineExpression(pattern)
    guard (1...2).contains(expression.groupCount) else {
      throw PatternError(
        message: "needs one capture group (percent) or two (n of m), but has \(expression.groupCount)",
        hint: #"put parentheses around each number, as in `(\d+)/(\d+)`; `(?:…)` does not capture"#)
    }
    source = .expression(expression)
  }

  /// The progress in a line; nil if the line does not match, or does not contain valid numbers.
  public func progress(in line: String) -> Progress? {
    switch source {
    case .expression(let expression):
      guard let groups = expression.groups(in: line), groups.count == expression.groupCount else {
        return nil
      }
      return Progress(groups[0], of: groups.count == 2 ? groups[1] : nil)
    case .json(let done, .number(let total)):
      guard let done = done.value(in: line)?.number else { return nil }
      return Progress(done, of: total)
    case .json(let done, .path(let total)):
      guard let done = done.value(in: line), let total = total.value(in: line) else { return nil }
      return Progress(done.description, of: total.description)
    }
  }

  /// A progress.
  public struct Progress: Sendable, Equatable {
    /// From 0 to 1.
    public let fraction: Double
    /// The progress as text: "3/12" or "42 %".
    public let description: String

    public init(fraction: Double, description: String) {
      self.fraction = fraction
      self.description = description
    }
  }
}

extension ProgressPattern.Progress {
  /// A percentage of a total; nil if the numbers are not valid.
  fileprivate init?(_ done: Double, of total: Double) {
    guard done.isFinite, total > 0, total.isFinite else { return nil }
    // Multiplying the fraction by 100 would turn 29 of 100 into 28.999….
    let percent = min(max(done * 100 / total, 0), 100)
    self.init(fraction: percent / 100, description: "\(Int(percent)) %")
  }

  /// n of m, or a percentage if there is no m.
  fileprivate init?(_ done: some StringProtocol, of total: (some StringProtocol)?) {
    guard let number = Double(done) else { return nil }
    guard let total else {
      self.init(number, of: 100)
      return
    }
    guard let whole = Double(total), number.isFinite, whole > 0, whole.isFinite else { return nil }
    self.init(fraction: min(max(number / whole, 0), 1), description: "\(done)/\(total)")
  }
}
