internal import Synchronization

/// The width of text on a terminal, in columns. It matches the C library's `wcwidth`, so ncurses and the
/// picture agree. Control characters have width zero, because they are never drawn.
///
/// A character that the terminal draws whole counts as what it then takes: see ``composedCharacters``.
///
/// Zero width is determined by a scalar's general category, double width by `wideRanges`. For a scalar that
/// the C library does not know, because its Unicode version is older, the same rules apply.
public enum TextWidth {
  /// The width of a scalar: 0, 1 or 2.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0x300: return 1
    case ..<0xA0: return 0
    // Lines, blocks, braille patterns and other symbols. Pictures contain many of them, so the look-up of the
    // category is avoided.
    case 0x2100..<0x2C00: return isWide(scalar) ? 2 : 1
    default: break
    }
    if isMark(scalar) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    case .format: return visibleFormats.contains(scalar.value) ? 1 : 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// What the terminal of this process draws whole: nothing, until it has been asked. Like the locale, it is
  /// set once, before or between pictures.
  public static var composedCharacters: ComposedCharacters {
    get { ComposedCharacters(rawValue: composed.load(ordering: .relaxed)) }
    set { composed.store(newValue.rawValue, ordering: .relaxed) }
  }

  private static let composed = Atomic<UInt8>(0)

  /// The width of a character: that of its first scalar with a width greater than zero, or 2 if it is drawn
  /// whole.
  public static func of(_ character: Character) -> Int { of(character, on: composedCharacters) }

  static func of(_ character: Character, on terminal: ComposedCharacters) -> Int {
    if let ascii = character.asciiValue { return Cell.isPrintable(ascii) ? 1 : 0 }
    // Other composed characters are as wide as their first part.
    if terminal.contains(.flags), ComposedCharacter(character, on: .flags) != nil { return 2 }
    for scalar in character.unicodeScalars {
      let width = of(scalar)
      if width > 0 { return width }
    }
    return 0
  }

  /// The width of a text: the sum of the widths of its characters.
  public static func of(_ text: String) -> Int {
    var text = text
    let isASCII = text.withUTF8 { $0.allSatisfy(Cell.isPrintable) }
    if isASCII { return text.utf8.count }
    if text.unicodeScalars.allSatisfy(isCharacter) { return text.unicodeScalars.reduce(0) { $0 + of($1) } }
    return text.reduce(0) { $0 + of($1) }
  }

  /// True for a visible scalar that is a character of its own if those beside it are: for ASCII, Latin
  /// letters, lines, and other symbols. Only a text with other scalars has to be split into characters.
  static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0x300, 0x2100..<0x2C00: true
    default: false
    }
  }

  /// True for a scalar that is drawn onto the preceding character: a combining mark, or a vowel or final of a
  /// decomposed Korean syllable. False for variation selectors: with some of them, terminals widen the
  /// character, but the C library does not.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: false
    case 0x1160...0x11FF, 0xD7B0...0xD7FB, 0x1171E: true
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: true
      default: false
      }
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(scalar.value)
  }
}
