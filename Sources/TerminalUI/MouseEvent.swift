/// Something the mouse did over a cell.
public struct MouseEvent: Hashable, Sendable {
  /// What the mouse did.
  public enum Kind: Hashable, Sendable {
    case press(Button)
    case release(Button)
    case wheelUp, wheelDown
  }

  /// A button of the mouse other than its wheel.
  public enum Button: Hashable, Sendable {
    case left, middle, right
  }

  public var kind: Kind
  /// The cell it was over.
  public var position: Point

  public init(_ kind: Kind, at position: Point) {
    self.kind = kind
    self.position = position
  }
}
