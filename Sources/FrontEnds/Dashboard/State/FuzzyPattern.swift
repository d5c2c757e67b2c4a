extension Dashboard {
  /// A text to find rows of a menu by: words that must all match. Case is ignored.
  ///
  /// A word matches a text that contains it, or an important text that contains its letters in this order. A
  /// word that begins with a colon matches a state, and one that begins with `#` a tag.
  struct FuzzyPattern: Equatable, Sendable {
    private let words: [Word]
    private let states: [String]
    private let tags: [String]

    init(_ text: String) {
      let parts = text.lowercased().split(separator: " ")
      words = parts.filter { !$0.hasPrefix(":") && !$0.hasPrefix("#") }.map(Word.init)
      states = parts.filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) }
      tags = parts.filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
    }

    /// Whether it has no word, and matches everything.
    var isEmpty: Bool { words.isEmpty && states.isEmpty && tags.isEmpty }

    /// How well it matches: the smaller, the better. Nil if it does not match.
    /// - Parameters:
    ///   - important: The texts in which the letters of a word need not be beside each other.
    ///   - states: The words for the state.
    ///   - isFuzzy: Whether the letters of a word may be apart at all.
    func rank(
      important: [String], others: [String] = [], states present: [String] = [], tags given: [String] = [],
      isFuzzy: Bool = true
    ) -> Int? {
      guard states.allSatisfy({ state in present.contains { $0.hasPrefix(state) } }),
        tags.allSatisfy({ tag in given.contains { $0.lowercased().hasPrefix(tag) } })
      else { return nil }
      var sum = 0
      for word in words {
        let ranks =
          important.enumerated().compactMap { place, text in
            Self.rank(of: word, in: text, isFuzzy: isFuzzy).map { $0 + place }
          }
          + others.compactMap { text in Self.rank(of: word, in: text, isFuzzy: false).map { $0 + 40 } }
        guard let best = ranks.min() else { return nil }
        sum += best
      }
      return sum
    }

    /// A word of the pattern, in small letters.
    private struct Word: Equatable {
      let characters: [Character]
      /// Its bytes if all are ASCII; otherwise nil.
      let bytes: [UInt8]?

      init(_ text: Substring) {
        characters = Array(text)
        bytes = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
      }
    }

    private static func rank(of word: Word, in text: String, isFuzzy: Bool) -> Int? {
      // Finding the characters of a text takes many times as long, and most texts are ASCII.
      if let bytes = word.bytes, text.utf8.allSatisfy({ $0 < 0x80 }) {
        return rank(of: bytes, in: text.utf8.map(\.asSmallLetter), isFuzzy: isFuzzy) { $0.isLetterOrDigit }
      }
      return rank(of: word.characters, in: Array(text.lowercased()), isFuzzy: isFuzzy) {
        $0.isLetter || $0.isNumber
      }
    }

    private static func rank<Element: Equatable>(
      of word: [Element], in text: [Element], isFuzzy: Bool, isPartOfWord: (Element) -> Bool
    ) -> Int? {
      guard text.count >= word.count else { return nil }
      var best: Int?
      for start in 0...(text.count - word.count) where text[start...].starts(with: word) {
        if start == 0 { return 0 }
        best = min(best ?? .max, isPartOfWord(text[start - 1]) ? 20 : 10)
      }
      if best != nil || !isFuzzy { return best }
      var rest = word[...]
      for element in text where element == rest.first { rest.removeFirst() }
      return rest.isEmpty ? 60 : nil
    }
  }
}

extension UInt8 {
  /// The small letter of an ASCII capital; otherwise the same.
  fileprivate var asSmallLetter: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
  }

  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
