/// The words of a text that a person has typed: quotes and backslashes mean what they do in a shell, and
/// nothing else does.
public enum InputWords {
  /// Why a text has no words, as a phrase that follows the name of the input.
  public struct Mistake: Error, Equatable {
    public let text: String
  }

  /// Splits a text at spaces that are not in quotes. Neither wildcards nor variables are replaced.
  public static func split(_ text: String) throws(Mistake) -> [String] {
    var words: [String] = []
    var word: String?
    var rest = text[...]
    while let next = rest.popFirst() {
      switch next {
      case " ", "\t":
        if let end = word { words.append(end) }
        word = nil
      case "'", "\"": word = (word ?? "") + (try quoted(&rest, by: next))
      case "\\":
        guard let escaped = rest.popFirst() else { throw Mistake(text: "ends with a backslash") }
        word = (word ?? "") + String(escaped)
      default: word = (word ?? "") + String(next)
      }
    }
    return words + [word].compactMap(\.self)
  }

  /// Takes what is in quotes, and their end.
  private static func quoted(_ rest: inout Substring, by quote: Character) throws(Mistake) -> String {
    var result = ""
    while let next = rest.popFirst() {
      if next == quote { return result }
      if next == "\\", quote == "\"", let escaped = rest.first, escaped == "\"" || escaped == "\\" {
        result.append(rest.removeFirst())
      } else {
        result.append(next)
      }
    }
    throw Mistake(text: "has a quote \(quote) without its end")
  }
}
