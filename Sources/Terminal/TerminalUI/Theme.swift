/// Styles named by their meaning. They use only the sixteen named colours, which users configure to be
/// readable on their background, and one accent colour among them. Colour is never the only sign: a word, a
/// sign or an attribute conveys the same.
extension Style {
  /// The style of a text in the bar over a chosen row, and that of the name in it.
  public var inBar: Style { adding(.bar) }
  public var inBarName: Style { adding([.bar, .barName]) }

  /// Text of little importance at the moment.
  public static let dim = Style(attributes: .dim)
  /// Headings, and the focused item.
  public static let strong = Style(attributes: .bold)
  /// The accent colour of the panel.
  public static let accent = Style(foreground: .cyan)
  /// A key to press.
  public static let key = Style(foreground: .cyan, attributes: .bold)
  /// The chosen one of several items.
  public static let highlight = Style(attributes: [.bold, .reverse])
  /// A match of the search.
  public static let match = Style(foreground: .magenta, attributes: .underline)
  /// The match that the search has jumped to.
  public static let currentMatch = Style(foreground: .magenta, attributes: [.bold, .reverse])
  /// In progress.
  public static let running = Style(foreground: .cyan)
  /// Succeeded.
  public static let success = Style(foreground: .green)
  /// Failed.
  public static let failure = Style(foreground: .red, attributes: .bold)
  /// Nothing on the screen is true any more.
  public static let alarm = Style(foreground: .red, attributes: [.bold, .reverse])
  /// Ended in another way, or calls for attention. Whole sentences have this style, and in the palettes of
  /// most terminals yellow is not readable on white.
  public static let warning = Style(foreground: .magenta)
  /// Waits for a person. It has a background of its own, so that it is readable on any other.
  public static let question = Style(foreground: .black, background: .yellow)
}

/// Maps the named colours that styles use to the colours to draw.
///
/// The background is that of the terminal, except in the row of the chosen item. A theme is designed for a
/// light or for a dark one.
public enum Theme: String, CaseIterable, Sendable {
  /// The sixteen named colours as configured in the terminal.
  case standard
  /// Colours of the 256-colour palette for a light background.
  case light
  /// Colours of the 256-colour palette for a dark background.
  case dark

  /// Applies the theme to a style.
  ///
  /// Dim text is drawn in grey, because terminals render the dim attribute differently, whereas the contrast
  /// of a grey is known. The bar over the chosen row becomes a tint. The standard theme has none, because it
  /// does not know on which background it is readable.
  public func applied(to style: Style) -> Style {
    guard let colors else { return style }
    var themed = style
    themed.attributes.subtract([.bar, .barName])
    // What a command prints on a background of its own keeps both colours.
    guard style.background == .default else { return themed }
    if style.attributes.contains(.bar) { themed.background = colors.tint }
    if style.foreground == .default, style.attributes.contains(.dim) {
      themed.attributes.remove(.dim)
      themed.foreground = colors.grey
    } else if let index = style.foreground.index, index < 16 {
      // A bright colour is mapped like the ordinary one. Whether "bright" is readable would depend on the
      // background.
      themed.foreground = colors.hues[.palette(index % 8)] ?? style.foreground
    }
    return themed
  }

  private struct Colors {
    var grey: Color
    /// The background of the chosen row.
    var tint: Color
    /// Keyed by the ordinary named colours. Black and white are not mapped, because one of them is the
    /// background.
    var hues: [Color: Color]
  }

  private static let lightColors = Colors(
    grey: .palette(241), tint: .palette(254),
    hues: [
      .red: .palette(124), .green: .palette(22), .yellow: .palette(94), .blue: .palette(19),
      .magenta: .palette(90), .cyan: .palette(24),
    ])
  private static let darkColors = Colors(
    grey: .palette(247), tint: .palette(236),
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
