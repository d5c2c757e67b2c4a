/// One row with a text at its left end and another at its right end.
///
/// If both do not fit, `keeping` determines which one is kept. The other one is truncated if it has an
/// ellipsis; if less than a few columns would be left of it, it is omitted.
public struct SplitLine: Widget, Hashable {
  /// One of the two texts.
  public enum Side: Hashable, Sendable {
    case leading, trailing
  }

  /// The text at the left end.
  public var leading: Line
  /// The text at the right end.
  public var trailing: Line
  /// The text that is kept if there is no room for both.
  public var keeping: Side

  public init(_ leading: Line, _ trailing: Line, keeping: Side = .leading) {
    self.leading = leading
    self.trailing = trailing
    self.keeping = keeping
    self.trailing.alignment = .right
  }

  public func render(into frame: inout Frame, area: Rect) {
    var row = area.row(0)
    let (kept, other) = keeping == .leading ? (leading, trailing) : (trailing, leading)
    let gap = kept.width > 0 && other.width > 0 ? 2 : 0
    let room = max(0, row.width - kept.width - gap)
    let isStub = other.ellipsis == nil || (room < 6 && kept.width > 0)
    let otherWidth = other.width <= room ? other.width : isStub ? 0 : room
    let trailingWidth = keeping == .trailing ? min(kept.width, row.width) : otherWidth
    trailing.render(into: &frame, area: row.cutRight(trailingWidth))
    if keeping == .trailing {
      _ = row.cutRight(gap)
      row = row.cutLeft(otherWidth)
    }
    leading.render(into: &frame, area: row)
  }
}
