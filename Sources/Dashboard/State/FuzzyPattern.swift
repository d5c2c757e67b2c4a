extension Dashboard {
  /// A text to find rows of a menu by: words that must all match. Case is ignored.
  ///
  /// A word matches a text that contains it, or an important text that contains its letters in this order. A
  /// word that begins with a colon matches a state.
  struct FuzzyPattern {
    private let words: [[Character]]
    private let states: [String]

    init(_ text: String) {
      let parts = text.lowercased().split(separator: " ")
      words = parts.filter { !$0.hasPrefix(":") }.map { Array($0) }
      states = parts.filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) }
    }

    /// How well it matches: the smaller, the better. Nil if it does not match.
    /// - Parameters:
    ///   - important: The texts in which the letters of a word need not be beside each other.
    ///   - states: The words for the state.
    func rank(important: [String], others: [String] = [], states present: [String] = []) -> Int? {
      guard states.allSatisfy({ state in present.contains { $0.hasPrefix(state) } }) else { return nil }
      var sum = 0
      for word in words {
        let ranks =
          important.enumerated().compactMap { place, text in
            Self.rank(of: word, in: text, isFuzzy: true).map { $0 + place }
          }
          + others.compactMap { text in Self.rank(of: word, in: text, isFuzzy: false).map { $0 + 40 } }
        guard let best = ranks.min() else { return nil }
        sum += best
      }
      return sum
    }

    private static func rank(of word: [Character], in text: String, isFuzzy: Bool) -> Int? {
      let text = Array(text.lowercased())
      guard text.count >= word.count else { return nil }
      var best: Int?
      for start in 0...(text.count - word.count) where text[start...].starts(with: word) {
        if start == 0 { return 0 }
        let isWordStart = !text[start - 1].isLetter && !text[start - 1].isNumber
        best = min(best ?? .max, isWordStart ? 10 : 20)
      }
      if best != nil || !isFuzzy { return best }
      var rest = word[...]
      for character in text where character == rest.first { rest.removeFirst() }
      return rest.isEmpty ? 60 : nil
    }
  }
}
