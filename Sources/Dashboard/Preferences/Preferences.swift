public import TerminalUI

extension Dashboard {
  /// How a person wants the panel to be, on any board.
  ///
  ///     let preferences = try Dashboard.Preferences.parse("{theme: dark, keys: {quit: Q}}", file: "config.yml")
  public struct Preferences: Equatable, Sendable {
    /// The colours of the panel.
    public var theme = Theme.standard
    /// The keys of the panel.
    public var keys = KeyMap.standard
    /// Where the person's file has the keys that it gives to commands, such as "config.yml:5".
    public var places: [Key: String] = [:]

    public init() {}
  }
}
