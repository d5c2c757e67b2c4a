/// Which rows of a longer list are visible.
///
/// The window stays where it was (`offset`) as far as possible, and moves just enough to show the row that has the focus.
/// From four rows up, unless told otherwise, it gives a row to "↑ 3 more" or "↓ 3 more" at an end behind which rows are hidden.
public struct ScrollWindow: Hashable, Sendable {
  /// The rows shown.
  public let visible: Range<Int>
  /// How many rows are hidden above and below.
  public let above, below: Int
  /// True if a row is spent on saying what is hidden above.
  public let hasMarkAbove: Bool
  /// True if a row is spent on saying what is hidden below.
  public let hasMarkBelow: Bool

  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - height: how many are seen at once, marks included.
  ///   - offset: the first row shown last time; what does not fit is corrected.
  ///   - focus: a row that has to be visible.
  ///   - marksFrom: the height from which hidden rows are counted; 3 at least, for two marks and a row.
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
    // A mark for a single row would take the place of that row.
    if marks, first == 1, focus.map({ $0 < end(0) }) ?? true { first = 0 }

    visible = first..<end(first)
    above = first
    below = count - visible.upperBound
    hasMarkAbove = marks && above > 0
    hasMarkBelow = marks && below > 0
  }

  /// What stands in a row of the window, counted from its top; nil for a mark and below the end.
  public func index(inRow row: Int) -> Int? {
    let index = visible.lowerBound + row - (hasMarkAbove ? 1 : 0)
    return visible.contains(index) ? index : nil
  }
}
