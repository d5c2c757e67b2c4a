package import Programs
package import TerminalUI

extension Dashboard {
  /// The user's preferences for the panel, which apply to every board.
  ///
  ///     let preferences = try Dashboard.Preferences.parse(
  ///       "{theme: dark, keys: {quit: Q}}", file: "config.yml")
  package struct Preferences: Equatable, Sendable {
    /// The colours of the panel.
    package var theme = Theme.standard
    /// Whether frames, signs and bars are drawn with ASCII only.
    package var usesOnlyASCII = false
    /// The key that leaves a program that was entered.
    package var leaveKey = LeaveKey.usual
    /// The keys of the panel.
    package var keys = KeyMap.standard
    /// Where the preferences file assigns each key, such as "config.yml:5".
    package var places: [Key: String] = [:]

    package init() {}
  }
}
