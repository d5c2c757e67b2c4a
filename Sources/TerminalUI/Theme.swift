/// What a style means. Only the sixteen colours that people set themselves, which read well on light and on dark, and
/// one accent among them. Nothing is told by colour alone: a word, a sign or an attribute says it too.
extension Style {
  /// What is there but does not matter now.
  public static let dim = Style(attributes: .dim)
  /// Headings, and what has the focus.
  public static let strong = Style(attributes: .bold)
  /// The panel's one colour of its own.
  public static let accent = Style(foreground: .cyan)
  /// A key to press.
  public static let key = Style(foreground: .cyan, attributes: .bold)
  /// Chosen among several.
  public static let highlight = Style(attributes: [.bold, .reverse])
  /// At work.
  public static let running = Style(foreground: .cyan)
  /// Ended well.
  public static let success = Style(foreground: .green)
  /// Ended badly.
  public static let failure = Style(foreground: .red, attributes: .bold)
  /// Ended otherwise, or wants to be read.
  public static let warning = Style(foreground: .yellow)
}
