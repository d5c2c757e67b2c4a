/// What other libraries for regular expressions know, and PCRE2 does not, or means otherwise.
enum OtherSyntax {
  /// The first such thing in a pattern.
  static func mistake(in pattern: String) -> PatternError? {
    var characters = pattern[...]
    var isInBrackets = false
    while let character = characters.popFirst() {
      switch character {
      case "\\":
        switch characters.popFirst() {
        case "u", "U":
          return PatternError(
            message: #"has an escape that PCRE2 does not know: \u or \U"#,
            hint: #"\x{e9} is the character U+00E9"#)
        case "Q": skipQuotation(&characters)
        default: break
        }
      case "[" where !isInBrackets:
        isInBrackets = true
        // A bracket in the first place belongs to the set.
        if characters.first == "^" { characters.removeFirst() }
        if characters.first == "]" { characters.removeFirst() }
      case "[" where characters.first == ":":
        while let inner = characters.popFirst(), inner != "]" {}
      case "]": isInBrackets = false
      case "&" where isInBrackets && characters.starts(with: "&["),
        "-" where isInBrackets && characters.starts(with: "-["):
        return PatternError(
          message: "combines sets of characters with \(character)\(character), which PCRE2 does not know",
          hint: #"a lookahead takes characters away: (?![aeiou])[a-z]"#)
      default: break
      }
    }
    return nil
  }

  private static func skipQuotation(_ characters: inout Substring) {
    while !characters.isEmpty, !characters.starts(with: #"\E"#) { characters.removeFirst() }
  }
}
