/// A terminal colour: the terminal's default colour, or an entry of its palette of 256 colours.
///
/// The first sixteen entries are the named ANSI colours. Users configure them to be readable on their
/// background.
public struct Color: Hashable, Sendable {
  /// The terminal's default foreground or background.
  public static let `default` = Color(index: nil)

  public static let black = palette(0)
  public static let red = palette(1)
  public static let green = palette(2)
  public static let yellow = palette(3)
  public static let blue = palette(4)
  public static let magenta = palette(5)
  public static let cyan = palette(6)
  public static let white = palette(7)
  public static let brightBlack = palette(8)
  public static let brightRed = palette(9)
  public static let brightGreen = palette(10)
  public static let brightYellow = palette(11)
  public static let brightBlue = palette(12)
  public static let brightMagenta = palette(13)
  public static let brightCyan = palette(14)
  public static let brightWhite = palette(15)

  /// An entry of the palette: 0–15 are the named colours, 16–231 a cube of 6×6×6 colours, 232–255 shades of
  /// grey.
  public static func palette(_ index: UInt8) -> Color { Color(index: index) }

  /// The index in the palette; nil for the terminal's default colour.
  public var index: UInt8? { code == 0 ? nil : UInt8(truncatingIfNeeded: code - 1) }

  /// The index plus one; 0 for the default colour. Frames compare thousands of colours, and an optional index
  /// would take several comparisons.
  private let code: UInt16

  /// Red, green and blue, each from 0 to 255, as defined by xterm. Nil for the default colour and the named
  /// colours, which the terminal defines.
  public var components: (red: Int, green: Int, blue: Int)? {
    guard let index, index >= 16 else { return nil }
    if index >= 232 {
      let grey = 8 + 10 * Int(index - 232)
      return (grey, grey, grey)
    }
    let level = { (step: Int) in step == 0 ? 0 : 55 + 40 * step }
    let place = Int(index) - 16
    return (level(place / 36), level(place / 6 % 6), level(place % 6))
  }

  private init(index: UInt8?) {
    code = index.map { UInt16($0) + 1 } ?? 0
  }
}
