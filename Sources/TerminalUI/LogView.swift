/// The rows of a log: the last ones, or those from a given row on. Rows are cut, not wrapped, so that a row of the log is a
/// row of the picture. Only the rows that are seen are made.
public struct LogView: Widget {
  /// Which rows are visible.
  public enum Position: Hashable, Sendable {
    /// At the end, and staying there as rows are added.
    case following
    /// From this row on, counted from zero.
    case from(Int)
  }

  /// How many rows there are.
  public var count: Int
  /// Which of them are visible.
  public var position: Position
  /// The row with this index.
  public var row: (Int) -> Line

  public init(count: Int, position: Position = .following, row: @escaping (Int) -> Line) {
    self.count = count
    self.position = position
    self.row = row
  }

  /// The rows that are visible in so many rows of a picture.
  public static func visible(count: Int, position: Position, height: Int) -> Range<Int> {
    let height = min(max(0, height), max(0, count))
    let last = max(0, count) - height
    let first =
      switch position {
      case .following: last
      case .from(let row): min(max(0, row), last)
      }
    return first..<(first + height)
  }

  public func render(into frame: inout Frame, area: Rect) {
    var area = area
    for index in LogView.visible(count: count, position: position, height: area.height) {
      row(index).render(into: &frame, area: area.cutTop(1))
    }
  }
}
