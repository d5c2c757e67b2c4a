/// The visible rows of a longer list.
///
/// The window keeps its position (`offset`) if possible, and moves only as far as needed to show the focused
/// row. If it has at least `marksFrom` rows, and rows are hidden at one end, it uses a row at that end for a
/// mark: "↑ 3 more" or "↓ 3 more".
public struct ScrollWindow: Hashable, Sendable {
  /// The rows shown.
  public let visible: Range<Int>
  /// The numbers of rows hidden above and below.
  public let above, below: Int
  /// True if the first row of the window is a mark.
  public let hasMarkAbove: Bool
  /// True if the last row of the window is a mark.
  public let hasMarkBelow: Bool

  /// - Parameters:
  /// - count: The number of rows.
  /// - height: The height of the window, including marks.
  /// - offset: The first row shown in the previous picture; adjusted if it is out of range.
  /// - focus: The row that must be visible; nil for none.
  /// - marksFrom: The minimum height for marks; at least 3, for two marks and a row.
  public init(count: Int, height: Int, offset: Int = 0, focus: Int? = nil, marksFrom: Int = 4) {
    let count = max(0, count)
    let height = max(0, height)
    let marks = height >= max(3, marksFrom) && count > height

    func end(_ first: Int) -> Int {
      let room = marks && first > 0 ? height - 1 : height
      return marks && first + room < count ? first + room - 1 : min(count, first + room)
    }

    var first = min(max(0, offset), max(0, count - (marks ? height - 1 : height)))
    if let focus, height > 0, (0..<count).contains(focus) {
      first = min(first, focus)
      while focus >= end(first) { first += 1 }
    }
    // A mark for a single hidden row would only take the place of that row.
    if marks, first == 1, focus.map({ $0 < end(0) }) ?? true { first = 0 }

    visible = first..<end(first)
    above = first
    below = count - visible.upperBound
    hasMarkAbove = marks && above > 0
    hasMarkBelow = marks && below > 0
  }

  /// The index of the list row in a row of the window, counted from its top; nil for a mark and below the
  /// end.
  public func index(inRow row: Int) -> Int? {
    let index = visible.lowerBound + row - (hasMarkAbove ? 1 : 0)
    return visible.contains(index) ? index : nil
  }

  /// The row of the window that shows a row of the list, counted from its top; nil if it is hidden.
  public func row(ofIndex index: Int) -> Int? {
    visible.contains(index) ? index - visible.lowerBound + (hasMarkAbove ? 1 : 0) : nil
  }
}
