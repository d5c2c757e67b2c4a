/// A rectangle of cells. Its size is never negative. If a layout runs out of room, its parts are empty
/// rectangles instead of errors.
public struct Rect: Hashable, Sendable {
  public let x: Int
  public let y: Int
  public let width: Int
  public let height: Int

  /// Negative lengths become zero.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The rectangle of this size whose top left corner is the origin.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The top left corner.
  public var origin: Point { Point(x: x, y: y) }
  public var size: Size { Size(width: width, height: height) }
  /// True if the rectangle contains no cell.
  public var isEmpty: Bool { width == 0 || height == 0 }
  /// The columns, from left to right.
  public var columns: Range<Int> { x..<(x + width) }
  /// The rows, from top to bottom.
  public var rows: Range<Int> { y..<(y + height) }

  /// True if the cell at this point is inside.
  public func contains(_ point: Point) -> Bool {
    columns.contains(point.x) && rows.contains(point.y)
  }

  /// The cells that are in both rectangles.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top,
      width: min(x + width, other.x + other.width) - left,
      height: min(y + height, other.y + other.height) - top)
  }

  /// The rectangle without `horizontal` columns on each side and without `vertical` rows at the top and at
  /// the bottom.
  public func inset(horizontal: Int = 0, vertical: Int = 0) -> Rect {
    Rect(
      x: x + min(horizontal, width), y: y + min(vertical, height),
      width: width - 2 * horizontal, height: height - 2 * vertical)
  }

  /// A rectangle of this size in the middle, reduced if it does not fit.
  public func centered(_ size: Size) -> Rect {
    let inner = Size(width: min(size.width, width), height: min(size.height, height))
    return Rect(
      x: x + (width - inner.width) / 2, y: y + (height - inner.height) / 2,
      width: inner.width, height: inner.height)
  }

  /// The row with this index, counted from the top of the rectangle; empty if there is none.
  public func row(_ index: Int) -> Rect {
    intersection(Rect(x: x, y: y + index, width: width, height: 1))
  }
}

/// Layout by cutting: each call cuts a strip off one side and returns it. If less is left, the strip is
/// smaller.
extension Rect {
  /// Cuts rows off the top.
  public mutating func cutTop(_ height: Int) -> Rect {
    let taken = min(max(0, height), self.height)
    defer { self = Rect(x: x, y: y + taken, width: width, height: self.height - taken) }
    return Rect(x: x, y: y, width: width, height: taken)
  }

  /// Cuts rows off the bottom.
  public mutating func cutBottom(_ height: Int) -> Rect {
    let taken = min(max(0, height), self.height)
    defer { self = Rect(x: x, y: y, width: width, height: self.height - taken) }
    return Rect(x: x, y: y + self.height - taken, width: width, height: taken)
  }

  /// The columns at the left side.
  public func cut(left width: Int) -> Rect {
    var rest = self
    return rest.cutLeft(width)
  }

  /// Cuts columns off the left side.
  public mutating func cutLeft(_ width: Int) -> Rect {
    let taken = min(max(0, width), self.width)
    defer { self = Rect(x: x + taken, y: y, width: self.width - taken, height: height) }
    return Rect(x: x, y: y, width: taken, height: height)
  }

  /// Cuts columns off the right side.
  public mutating func cutRight(_ width: Int) -> Rect {
    let taken = min(max(0, width), self.width)
    defer { self = Rect(x: x, y: y, width: self.width - taken, height: height) }
    return Rect(x: x + self.width - taken, y: y, width: taken, height: height)
  }
}
