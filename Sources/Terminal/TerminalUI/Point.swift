/// The position of a cell: `x` columns from the left and `y` rows from the top, both counted from zero.
public struct Point: Hashable, Sendable {
  /// The top left corner.
  public static let origin = Point(x: 0, y: 0)

  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
