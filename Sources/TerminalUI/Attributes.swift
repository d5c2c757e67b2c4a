/// Display attributes of a cell, in addition to its colours.
public struct Attributes: OptionSet, Hashable, Sendable {
  public static let bold = Attributes(rawValue: 1 << 0)
  public static let dim = Attributes(rawValue: 1 << 1)
  public static let underline = Attributes(rawValue: 1 << 2)
  public static let reverse = Attributes(rawValue: 1 << 3)
  public static let italic = Attributes(rawValue: 1 << 4)

  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}
