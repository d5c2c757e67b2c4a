/// The commands in a text for a shell that stand in lines of their own.
///
/// It knows what joins lines: quotes, a backslash, `&&`, `||` and `|` at the end, and the text of `<<`. Lines
/// that only structure others, such as `if`, `done` and `}`, are no commands. That is enough for a remark.
struct ShellLines {
  /// The words of each command.
  private(set) var commands: [[String]] = []

  private static let structure: Set = [
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "{", "}", "(",
    ")", ";;",
  ]

  init(_ text: String) {
    var words: [String] = []
    var end: String?
    for line in Self.joined(text) {
      if let word = end {
        if line.trimmingBlanks == word { end = nil }
        continue
      }
      let parts = line.split { $0.isWhitespace || $0 == ";" || $0.isNewline }.map(String.init)
      end = Self.endOfText(line)
      words += parts
      if let last = parts.last,
        ["&&", "||", "|"].contains(last) || last.hasSuffix("&&") || last.hasSuffix("|")
      {
        continue
      }
      if let first = words.first, !Self.structure.contains(first) { commands.append(words) }
      words = []
    }
    if !words.isEmpty { commands.append(words) }
  }

  /// The lines without comments, where those inside of quotes and after a backslash are one.
  private static func joined(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    var quote: Character?
    var isEscaped = false
    var isComment = false
    for character in text {
      if character.isNewline, quote == nil {
        isComment = false
        if !isEscaped {
          lines.append(line)
          line = ""
        }
        isEscaped = false
        continue
      }
      if isComment { continue }
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        continue
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else if quote == nil, character == "#", line.last?.isWhitespace ?? true {
        isComment = true
        continue
      }
      line.append(character)
    }
    return lines + [line]
  }

  /// The word that ends a text that begins after this line; nil if none does.
  private static func endOfText(_ line: String) -> String? {
    guard let start = line.firstRange(of: "<<"), !line[start.upperBound...].hasPrefix("<") else { return nil }
    let rest = line[start.upperBound...].drop { $0 == "-" || $0.isWhitespace }
    let word = rest.prefix { !$0.isWhitespace && !";|&>)".contains($0) }.filter { $0 != "'" && $0 != "\"" }
    return word.isEmpty ? nil : word
  }
}

extension String {
  fileprivate var trimmingBlanks: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
