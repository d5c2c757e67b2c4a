/// Display attributes of a cell, in addition to its colours.
public struct Attributes: OptionSet, Hashable, Sendable {
  public static let bold = Attributes(rawValue: 1 << 0)
  public static let dim = Attributes(rawValue: 1 << 1)
  public static let underline = Attributes(rawValue: 1 << 2)
  public static let reverse = Attributes(rawValue: 1 << 3)
  public static let italic = Attributes(rawValue: 1 << 4)
  /// In the row of the chosen item. A theme has a tint for it; see ``Theme/applied(to:)``.
  public static let bar = Attributes(rawValue: 1 << 5)
  /// In the name of the chosen item, which is visible also where there is no tint.
  public static let barName = Attributes(rawValue: 1 << 6)

  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}
