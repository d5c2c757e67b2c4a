/// The words that other programs have for the keys of a mapping.
///
///     let words = ForeignWords(["did you mean `run`?": ["command", "cmd"]])
///     words.hint(for: "CMD")   // "did you mean `run`?"
package struct ForeignWords: Sendable {
  private let hints: [String: String]
  /// Hints that say more where the value is known.
  private var valueHints: [String: @Sendable (YAMLNode) -> String?] = [:]

  /// - Parameter words: The words for each hint, in lowercase and without dashes.
  package init(_ words: KeyValuePairs<String, [String]>) {
    var hints: [String: String] = [:]
    for (hint, words) in words { for word in words { hints[word] = hint } }
    self.hints = hints
  }

  /// The same hints, with another one for some of the words, which depends on the value. Where that is nil,
  /// the usual one remains.
  package func adding(
    _ words: [String], hint: @escaping @Sendable (YAMLNode) -> String?
  ) -> ForeignWords {
    var copy = self
    for word in words { copy.valueHints[word] = hint }
    return copy
  }

  /// The hint for a key, whatever its case and its dashes are.
  package func hint(for key: String, _ value: YAMLNode? = nil) -> String? {
    guard key.utf8.count <= 64 else { return nil }
    let word = key.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    return value.flatMap { valueHints[word]?($0) } ?? hints[word]
  }
}
