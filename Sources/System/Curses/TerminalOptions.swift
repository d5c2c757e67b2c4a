public import TerminalUI

extension Terminal {
  /// How to use the terminal. None of this is read from the environment: the caller decides.
  public struct Options: Hashable, Sendable {
    /// The name of the terminal in terminfo, usually the value of `TERM`; nil if that is not set. If terminfo
    /// does not know it, the entry of a similar terminal is used.
    public var name: String?
    /// Whether colours are used. Without them, only attributes are drawn: bold, dim, underlined, reversed.
    public var usesColor: Bool
    /// Whether `Terminal.glyphs` are only ASCII, for fonts that lack the others.
    public var usesOnlyASCII: Bool
    /// The theme, for terminals with 256 colours.
    public var theme: Theme
    /// Whether the terminal reports clicks and the wheel. Selecting text in the terminal then needs a
    /// modifier key.
    public var usesMouse: Bool
    /// The multiplexer in which the program runs, which has to pass sequences through to the terminal
    /// outside.
    public var multiplexer: Multiplexer
    /// The escape sequence for notifications.
    public var notificationSequence: DesktopNotification.Sequence

    public init(
      name: String?, usesColor: Bool = true, usesOnlyASCII: Bool = false, theme: Theme = .standard,
      usesMouse: Bool = true, multiplexer: Multiplexer = .none,
      notificationSequence: DesktopNotification.Sequence = .text
    ) {
      self.name = name
      self.usesColor = usesColor
      self.usesOnlyASCII = usesOnlyASCII
      self.theme = theme
      self.usesMouse = usesMouse
      self.multiplexer = multiplexer
      self.notificationSequence = notificationSequence
    }
  }
}
