/// One row with a text at its left and another at its right end.
///
/// If both do not fit, one is kept as long as it can be and the other is shortened, or left out once it would be a stub.
public struct SplitLine: Widget, Hashable {
  public enum Side: Hashable, Sendable {
    case leading, trailing
  }

  public var leading: Line
  public var trailing: Line
  /// Which of the two is shown whole if there is room for one only.
  public var keeping: Side

  public init(_ leading: Line, _ trailing: Line, keeping: Side = .leading) {
    self.leading = leading
    self.trailing = trailing
    self.keeping = keeping
    self.trailing.alignment = .right
  }

  public func render(into frame: inout Frame, area: Rect) {
    var row = area.row(0)
    let (kept, other) =
      keeping == .leading ? (leading.width, trailing.width) : (trailing.width, leading.width)
    let gap = kept > 0 && other > 0 ? 2 : 0
    let left = max(0, row.width - kept - gap)
    // Fewer columns than this say nothing.
    let otherWidth = left < min(other, 6) ? 0 : min(other, left)
    let trailingWidth = keeping == .trailing ? min(kept, row.width) : otherWidth
    trailing.render(into: &frame, area: row.cutRight(trailingWidth))
    if keeping == .trailing {
      _ = row.cutRight(gap)
      row = row.cutLeft(otherWidth)
    }
    leading.render(into: &frame, area: row)
  }
}
