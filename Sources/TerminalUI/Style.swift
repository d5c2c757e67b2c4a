/// The look of a cell: two colours and attributes. Holds no reference, so that frames compare quickly.
public struct Style: Hashable, Sendable {
  /// The terminal's own colours and no attribute.
  public static let plain = Style()

  public var foreground: Color
  public var background: Color
  public var attributes: Attributes

  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The same colours with these attributes as well.
  public func adding(_ attributes: Attributes) -> Style {
    Style(
      foreground: foreground, background: background,
      attributes: self.attributes.union(attributes))
  }
}
