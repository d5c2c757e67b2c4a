/// Suggests corrections of unknown words.
public enum Suggestion {
  /// "did you mean `enabled-if`?"; nil if no candidate is similar.
  public static func hint(for word: String, among candidates: [String]) -> String? {
    nearest(to: word, among: candidates).map { "did you mean \(quoted($0))?" }
  }

  /// The candidate with the smallest edit distance, or one that starts with the word.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    near(word, among: candidates).first
  }

  /// The candidates with small edit distances, the nearest first, or else those that start with the word.
  public static func near(_ word: String, among candidates: [String]) -> [String] {
    let typed = fold(word)
    // At least one letter must be correct.
    let tolerated = min(max(1, typed.count / 3), typed.count - 1)
    // The effort grows with the square of the length, and a long word is not a misspelled key.
    guard typed.count <= 64 else { return [] }
    let near = candidates.enumerated()
      .filter { $0.element.utf8.count <= 256 }
      .map { (distance: distance(typed, fold($0.element)), offset: $0.offset, candidate: $0.element) }
      .filter { $0.distance <= tolerated }
      .sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
    if !near.isEmpty { return near.map(\.candidate) }
    return typed.count >= 3 ? candidates.filter { fold($0).starts(with: typed) } : []
  }

  /// Case and the kind of dash do not count, because they are the most common mistakes.
  private static func fold(_ word: String) -> [Character] {
    word.lowercased().map { $0 == "_" ? "-" : $0 }
  }

  /// The number of insertions, deletions, replacements and transpositions (optimal string alignment).
  static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (row, left) in one.enumerated() {
      var current = [row + 1]
      for (column, right) in other.enumerated() {
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (left == right ? 0 : 1))
        if row > 0, column > 0, left == other[column - 1], one[row - 1] == right {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
