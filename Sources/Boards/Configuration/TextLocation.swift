/// A location in a file. Lines and columns start from 1, as in editors.
///
/// A column is one Unicode scalar, as in libyaml.
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
