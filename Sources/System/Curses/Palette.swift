internal import CNcurses
internal import TerminalUI

/// Converts styles for ncurses: to a set of attributes and the number of a colour pair.
///
/// A pair is defined when it is first drawn. When the limit of the terminal is reached, text is drawn in the
/// default colours.
@MainActor
struct Palette {
  struct Appearance {
    var attributes: attr_t
    var pair: Int16
  }

  private struct Pair: Hashable {
    var foreground: Color
    var background: Color
  }

  private let depth: ColorDepth
  private let theme: Theme
  private let pairLimit: Int
  private let hasDefaultColors: Bool
  private var pairs: [Pair: Int16] = [Pair(foreground: .default, background: .default): 0]
  private var appearances: [Style: Appearance] = [:]
  private static let appearanceLimit = 4_096

  /// Starts colours if they are requested and the terminal has them. Must be called after `newterm`.
  ///
  /// Themes are made for 256 colours. A terminal with fewer shows the named colours that the theme would
  /// replace.
  init(usesColor: Bool, theme: Theme) {
    guard usesColor, has_colors(), start_color() != ERR else {
      depth = .none
      self.theme = .standard
      pairLimit = 0
      hasDefaultColors = false
      return
    }
    hasDefaultColors = use_default_colors() != ERR
    depth = ColorDepth(colorCount: Int(curses_color_count()))
    self.theme = depth == .full ? theme : .standard
    pairLimit = min(Int(curses_pair_count()), Int(Int16.max))
    // Commands can print so many colours that no pair is left: those of the panel are defined first.
    for index in UInt8(0)..<16 { _ = appearance(of: Style(foreground: .palette(index))) }
  }

  mutating func appearance(of style: Style) -> Appearance {
    if let known = appearances[style] { return known }
    let reduced = depth.reduce(theme.applied(to: style))
    let new = Appearance(
      attributes: Palette.bits(reduced.attributes),
      pair: pair(Pair(foreground: reduced.foreground, background: reduced.background)))
    if appearances.count >= Self.appearanceLimit { appearances.removeAll() }
    appearances[style] = new
    return new
  }

  private mutating func pair(_ pair: Pair) -> Int16 {
    if let known = pairs[pair] { return known }
    guard pairs.count < pairLimit else { return 0 }
    let number = Int16(pairs.count)
    init_pair(
      number, color(pair.foreground, otherwise: COLOR_WHITE), color(pair.background, otherwise: COLOR_BLACK))
    pairs[pair] = number
    return number
  }

  private func color(_ color: Color, otherwise fallback: Int32) -> Int16 {
    color.index.map(Int16.init) ?? (hasDefaultColors ? -1 : Int16(fallback))
  }

  private static func bits(_ attributes: Attributes) -> attr_t {
    var bits: attr_t = 0
    if attributes.contains(.bold) { bits |= curses_bold() }
    if attributes.contains(.dim) { bits |= curses_dim() }
    if attributes.contains(.underline) { bits |= curses_underline() }
    if attributes.contains(.reverse) { bits |= curses_reverse() }
    if attributes.contains(.italic) { bits |= curses_italic() }
    return bits
  }
}
