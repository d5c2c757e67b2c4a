/// Guesses what was meant by a word that is not known.
public enum Suggestion {
  /// "did you mean `enabled-if`?", nil when no candidate is near.
  public static func hint(for word: String, among candidates: [String]) -> String? {
    nearest(to: word, among: candidates).map { "did you mean \(quoted($0))?" }
  }

  /// The candidate with the fewest typing mistakes between it and the word, or one that the word begins.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = fold(word)
    // At least one letter has to be right.
    let tolerated = min(max(1, typed.count / 3), typed.count - 1)
    // A word far longer than any key is no typing mistake, and comparing would take its length squared.
    guard typed.count <= 64 else { return nil }
    let near = candidates.lazy
      .filter { $0.utf8.count <= 256 }
      .map { (candidate: $0, distance: distance(typed, fold($0))) }
      .filter { $0.distance <= tolerated }
      .min { $0.distance < $1.distance }
    if let near { return near.candidate }
    return typed.count >= 3 ? candidates.first { fold($0).starts(with: typed) } : nil
  }

  /// Case and the kind of dash are the commonest mistakes, so they count as none.
  private static func fold(_ word: String) -> [Character] {
    word.lowercased().map { $0 == "_" ? "-" : $0 }
  }

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
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
