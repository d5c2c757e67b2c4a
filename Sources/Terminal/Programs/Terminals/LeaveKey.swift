/// The key by which a person leaves a program that they have entered: Ctrl and a character.
package struct LeaveKey: Sendable, Equatable {
  /// Ctrl-], as in telnet.
  package static let usual = LeaveKey(UInt8(ascii: "]"))

  /// What terminals send for it. Programs can switch a keyboard to the other two.
  private let encodings: [[UInt8]]
  /// How the key is named, such as "Ctrl-]".
  package let name: String

  /// - Parameter character: A letter, or one of `@[\]^_`.
  package init(_ character: UInt8) {
    let letter = Character(Unicode.Scalar(character))
    name = "Ctrl-\(letter.uppercased())"
    let code = letter.lowercased().utf8.first ?? character
    encodings = [
      [character & 0x1F], Array("\u{1B}[\(code);5u".utf8), Array("\u{1B}[27;5;\(code)~".utf8),
    ]
  }

  /// Reads a word such as "ctrl-]"; nil if it names no such key, or one that has a key of its own: Enter,
  /// Tab, Backspace, Escape.
  package init?(word: String) {
    guard word.hasPrefix("ctrl-"), word.utf8.count == 6, let character = word.utf8.last,
      "abcdefgklnopqrstuvwxyz]\\^_".utf8.contains(character)
    else { return nil }
    self.init(character)
  }

  /// The bytes before the key; nil if it is not among these.
  package func prefix(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let starts = encodings.compactMap { encoding in
      bytes.indices.first { bytes[$0...].starts(with: encoding) }
    }
    return starts.min().map { bytes[..<$0] }
  }
}
