/// The words that other programs have for the keys of a mapping.
///
///     let words = ForeignWords(["did you mean `run`?": ["command", "cmd"]])
///     words.hint(for: "CMD")   // "did you mean `run`?"
package struct ForeignWords: Sendable {
  private let hints: [String: String]

  /// - Parameter words: The words for each hint, in lowercase and without dashes.
  package init(_ words: KeyValuePairs<String, [String]>) {
    var hints: [String: String] = [:]
    for (hint, words) in words { for word in words { hints[word] = hint } }
    self.hints = hints
  }

  /// The hint for a key, whatever its case and its dashes are.
  package func hint(for key: String) -> String? {
    guard key.utf8.count <= 64 else { return nil }
    return hints[key.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }]
  }
}
