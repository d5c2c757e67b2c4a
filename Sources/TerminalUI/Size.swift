/// A width and a height in terminal cells; neither is ever negative.
public struct Size: Hashable, Sendable {
  /// No cell at all.
  public static let zero = Size(width: 0, height: 0)

  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int

  /// Negative lengths become zero.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// True if there is no cell at all.
  public var isEmpty: Bool { width == 0 || height == 0 }
}
