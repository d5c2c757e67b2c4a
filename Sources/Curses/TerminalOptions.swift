public import TerminalUI

extension Terminal {
  /// How to use the terminal. Nothing here is read from the environment: the caller decides.
  public struct Options: Hashable, Sendable {
    /// The name under which the terminal is looked up, as a person has it in `TERM`; nil if that is not set.
    public var name: String?
    /// False draws with attributes alone: bold, dim, underlined, reversed.
    public var usesColor: Bool
    /// The colours, on a terminal that has 256.
    public var theme: Theme
    /// True asks the terminal to report clicks and the wheel. Its own selection of text then needs a modifier key.
    public var usesMouse: Bool

    public init(
      name: String?, usesColor: Bool = true, theme: Theme = .standard, usesMouse: Bool = true
    ) {
      self.name = name
      self.usesColor = usesColor
      self.theme = theme
      self.usesMouse = usesMouse
    }
  }
}
