/// A mouse event and the cell at which it occurred.
public struct MouseEvent: Hashable, Sendable {
  /// The type of a mouse event.
  public enum Kind: Hashable, Sendable {
    case press(Button)
    case release(Button)
    /// The mouse has moved to another cell while this button was held.
    case drag(Button)
    case wheelUp, wheelDown
  }

  /// A mouse button other than the wheel.
  public enum Button: Hashable, Sendable {
    case left, middle, right
  }

  public var kind: Kind
  /// The cell under the mouse.
  public var position: Point

  public init(_ kind: Kind, at position: Point) {
    self.kind = kind
    self.position = position
  }
}
