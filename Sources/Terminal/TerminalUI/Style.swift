/// The appearance of a cell: two colours and attributes. It holds no references, so frames compare quickly.
public struct Style: Hashable, Sendable {
  /// The terminal's default colours without attributes.
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

  /// The same style with these attributes added.
  public func adding(_ attributes: Attributes) -> Style {
    Style(
      foreground: foreground, background: background,
      attributes: self.attributes.union(attributes))
  }
}
