/// Something the mouse did over a cell.
public struct MouseEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case press(Button)
    case release(Button)
    case wheelUp, wheelDown
  }

  public enum Button: Hashable, Sendable {
    case left, middle, right
  }

  public var kind: Kind
  public var position: Point

  public init(_ kind: Kind, at position: Point) {
    self.kind = kind
    self.position = position
  }
}
