/// How far a command has come, as it says itself.
public struct OutputProgress: Sendable, Equatable {
  /// From 0 to 1.
  public var fraction: Double

  /// The same in words: "3/12" or "42 %".
  public var description: String

  public init(fraction: Double, description: String) {
    self.fraction = fraction
    self.description = description
  }
}

/// Finds the progress of a command in its output: one group of the pattern is a percentage, two are n of m.
///
/// Numbers beyond the end are taken for the end. A match that is not a number, or n of zero, changes nothing.
public struct ProgressReader: Sendable {
  private let pattern: CompiledPattern

  /// What the last line with a match said; nil before the first.
  public private(set) var progress: OutputProgress?

  /// Fails when the text is not a regular expression with one or two groups.
  public init?(_ text: String) {
    guard let pattern = CompiledPattern(text, groups: 1...2) else { return nil }
    self.pattern = pattern
  }

  /// Reads the next lines, and returns whether the progress is another now.
  ///
  /// Begins with the newest line and stops at the first match, since only the last one counts.
  @discardableResult
  public mutating func read(_ lines: some BidirectionalCollection<OutputLine>) -> Bool {
    for line in lines.reversed() {
      guard let captures = pattern.captures(in: line.text), let found = Self.progress(captures) else {
        continue
      }
      defer { progress = found }
      return found != progress
    }
    return false
  }

  private static func progress(_ captures: [Substring]) -> OutputProgress? {
    let numbers = captures.compactMap { Double($0) }.filter(\.isFinite)
    switch (numbers.count, captures.count) {
    case (1, 1):
      let percent = min(max(numbers[0], 0), 100)
      return OutputProgress(fraction: percent / 100, description: "\(Int(percent)) %")
    case (2, 2) where numbers[1] > 0:
      let fraction = min(max(numbers[0] / numbers[1], 0), 1)
      return OutputProgress(fraction: fraction, description: "\(captures[0])/\(captures[1])")
    default:
      return nil
    }
  }
}
