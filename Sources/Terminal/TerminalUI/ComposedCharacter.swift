/// A character that is drawn as one sign although its parts could be drawn alone: a flag of two letters, or
/// an emoji that is joined from others or has a skin tone.
///
/// Only those are known that have at most three parts. The joiners and selectors between the parts follow
/// from the parts, so that a cell only stores these.
struct ComposedCharacter: Hashable {
  /// The scalars that are visible if they are drawn alone, at most three.
  let parts: [Unicode.Scalar]

  /// Composes what a cell has stored.
  init(parts: [Unicode.Scalar]) { self.parts = parts }

  /// Returns nil if the character is not composed, or the terminal does not draw this kind whole.
  init?(_ character: Character, on terminal: ComposedCharacters) {
    let scalars = Array(character.unicodeScalars)
    guard scalars.count > 1, let first = scalars.first else { return nil }
    parts = scalars.filter { $0 != Self.joiner && $0 != Self.emojiSelector }
    // A character in another spelling is drawn in parts.
    guard parts.count <= 3, self.scalars == scalars, scalars.count <= Self.limit else { return nil }
    var needed: ComposedCharacters = []
    if scalars.contains(Self.joiner) { needed.insert(.joined) }
    if scalars.contains(where: \.properties.isEmojiModifier) { needed.insert(.toned) }
    if isFlag { needed = .flags } else if TextWidth.of(first) != 2 { return nil }
    guard !needed.isEmpty, terminal.isSuperset(of: needed) else { return nil }
  }

  /// All scalars, as the terminal needs them.
  var scalars: [Unicode.Scalar] {
    if isFlag { return parts }
    var scalars: [Unicode.Scalar] = []
    for part in parts {
      let isTone = part.properties.isEmojiModifier
      if !scalars.isEmpty, !isTone { scalars.append(Self.joiner) }
      scalars.append(part)
      if !part.properties.isEmojiPresentation, !isTone { scalars.append(Self.emojiSelector) }
    }
    return scalars
  }

  /// Whether it is a pair of the letters that make flags.
  var isFlag: Bool {
    parts.count == 2 && parts.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }

  private static let joiner: Unicode.Scalar = "\u{200D}"
  /// Asks for the emoji where a scalar is also a sign of text.
  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
  /// A cell of ncurses has this number of scalars at most.
  private static let limit = 5
}

/// The kinds of composed characters that a terminal draws whole, in two columns. It draws the parts of others
/// one after the other.
public struct ComposedCharacters: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Flags of two letters.
  public static let flags = ComposedCharacters(rawValue: 1)
  /// Emoji that are joined from others.
  public static let joined = ComposedCharacters(rawValue: 2)
  /// Emoji with a skin tone.
  public static let toned = ComposedCharacters(rawValue: 4)
}
