/// How many columns a terminal moves on for a text: what the C library's `wcwidth` answers, so that ncurses and the
/// picture agree. Controls count zero, because they are never drawn.
///
/// Zero width follows from a scalar's general category, double width from `wideRanges`. Where the C library knows no
/// width (its Unicode is older), a scalar counts what the rule gives.
public enum TextWidth {
  /// Columns of a scalar: 0, 1 or 2.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0x300: return 1
    case ..<0xA0: return 0
    // Lines, blocks, braille and other signs, of which pictures are full: the look-up of their category is spared.
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

  /// Columns of a character: those of its first scalar that has any.
  public static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return Cell.isPrintable(ascii) ? 1 : 0 }
    for scalar in character.unicodeScalars {
      let width = of(scalar)
      if width > 0 { return width }
    }
    return 0
  }

  /// Columns of a text when its characters are drawn one after the other.
  public static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy(Cell.isPrintable) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// True for what is drawn onto the character before it: combining marks, and the vowels and finals of a Korean syllable
  /// in parts. Variation selectors are left out: they make some terminals, but not the C library, widen a sign.
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
