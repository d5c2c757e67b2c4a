/// A place in a file, as editors count: the first line is 1, the first column is 1.
///
/// A column is one Unicode scalar, which is how libyaml counts.
public struct TextLocation: Sendable, Hashable, Comparable {
  public let line: Int
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (one: Self, other: Self) -> Bool {
    (one.line, one.column) < (other.line, other.column)
  }
}
