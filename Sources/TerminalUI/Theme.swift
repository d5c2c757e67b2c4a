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

/// Which colours stand for those that styles name.
///
/// The background is always the terminal's own: a theme says for which background its colours are meant.
public enum Theme: String, CaseIterable, Sendable {
  /// The sixteen colours of the terminal, as its owner has set them.
  case standard
  /// Colours of the palette of 256 for a light background.
  case light
  /// Colours of the palette of 256 for a dark background.
  case dark

  /// The style in the colours of this theme.
  ///
  /// Dim text becomes grey: how dim a terminal draws it nobody knows, the contrast of a grey is known.
  public func applied(to style: Style) -> Style {
    guard let colors else { return style }
    var themed = style
    if style.foreground == .default, style.attributes.contains(.dim) {
      themed.attributes.remove(.dim)
      themed.foreground = colors.grey
    } else if let index = style.foreground.index, index < 16 {
      // A bright colour is the ordinary one here: bright on which background would be the question.
      themed.foreground = colors.hues[.palette(index % 8)] ?? style.foreground
    }
    return themed
  }

  private struct Colors {
    var grey: Color
    /// By their ordinary named colours. Black and white are not among them: one of them is the background.
    var hues: [Color: Color]
  }

  private static let lightColors = Colors(
    grey: .palette(241),
    hues: [
      .red: .palette(124), .green: .palette(22), .yellow: .palette(94), .blue: .palette(19),
      .magenta: .palette(90), .cyan: .palette(24),
    ])
  private static let darkColors = Colors(
    grey: .palette(247),
    hues: [
      .red: .palette(210), .green: .palette(114), .yellow: .palette(221), .blue: .palette(111),
      .magenta: .palette(176), .cyan: .palette(80),
    ])

  private var colors: Colors? {
    switch self {
    case .standard: nil
    case .light: Self.lightColors
    case .dark: Self.darkColors
    }
  }
}
