/// A width and a height in terminal cells, both never negative.
public struct Size: Hashable, Sendable {
  /// A size without cells.
  public static let zero = Size(width: 0, height: 0)

  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int

  /// Negative lengths become zero.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// True if there are no cells.
  public var isEmpty: Bool { width == 0 || height == 0 }
}
