import Configuration

/// Splits a guard into tokens.
struct GuardLexer {
  /// A token, and the number of Unicode scalars that precede it.
  struct Token: Equatable {
    let kind: Kind
    let offset: Int

    enum Kind: Equatable {
      /// A name, including its dots: `build.succeeded`.
      case name(String)
      case number(Double, String)
      case duration(Duration, String)
      /// Text in quotes, without the quotes.
      case text(String)
      case relation(GuardComparison.Relation)
      case and, or, not, open, close, end
    }
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// The maximum length of a guard. Longer text is not meant to be a guard.
  private static let lengthLimit = 100_000

  /// All tokens; the last is `.end`.
  static func tokens(of text: String) throws(GuardMistake) -> [Token] {
    var lexer = GuardLexer(text)
    guard lexer.scalars.count <= lengthLimit else {
      throw GuardMistake(offset: 0, message: "a guard can have at most \(lengthLimit) characters")
    }
    var tokens: [Token] = []
    while tokens.last?.kind != .end {
      tokens.append(try lexer.next())
    }
    return tokens
  }

  private mutating func next() throws(GuardMistake) -> Token {
    while let scalar = peek(), scalar.properties.isWhitespace { position += 1 }
    let offset = position
    return Token(kind: try nextKind(), offset: offset)
  }

  private static let operators: [(String, Token.Kind)] =
    [("&&", .and), ("||", .or), ("(", .open), (")", .close)]
    // Longer relations precede shorter ones, and all of them precede `!`.
    + GuardComparison.Relation.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    .map { ($0.rawValue, .relation($0)) } + [("!", .not)]

  private mutating func nextKind() throws(GuardMistake) -> Token.Kind {
    guard let scalar = peek() else { return .end }
    for (spelling, kind) in Self.operators where scalars[position...].starts(with: spelling.unicodeScalars) {
      position += spelling.unicodeScalars.count
      return kind
    }
    if scalar == "\"" || scalar == "'" { return try text(until: scalar) }
    let word = word()
    guard !word.isEmpty else { throw refusal(of: scalar) }
    // A number has only digits, signs and points, because `1e5` is a name.
    let isNumber = word.unicodeScalars.allSatisfy { $0.isDigit || $0 == "-" || $0 == "." }
    if isNumber, let number = Double(word) { return .number(number, word) }
    if let duration = DurationText.parse(word) { return .duration(duration, word) }
    return .name(word)
  }

  private func peek() -> Unicode.Scalar? {
    position < scalars.count ? scalars[position] : nil
  }

  private mutating func word() -> String {
    let word = scalars[position...].prefix { $0.isPartOfName || $0 == "." || $0 == "/" }
    position += word.count
    return String(String.UnicodeScalarView(word))
  }

  private mutating func text(until quote: Unicode.Scalar) throws(GuardMistake) -> Token.Kind {
    let start = position
    var text = String.UnicodeScalarView()
    position += 1
    while let scalar = peek(), scalar != quote {
      guard !scalar.isUnsafeToShow else {
        throw GuardMistake(
          offset: position, message: "the text contains \(scalar.nameOfUnsafe)",
          hint: "it must be one line of plain text")
      }
      position += 1
      if scalar == "\\", let escaped = peek(), escaped == quote || escaped == "\\" {
        text.append(escaped)
        position += 1
      } else {
        text.append(scalar)
      }
    }
    guard peek() == quote else {
      throw GuardMistake(offset: start, message: "this quote is never closed")
    }
    position += 1
    return .text(String(text))
  }

  private func refusal(of scalar: Unicode.Scalar) -> GuardMistake {
    let meant: String? =
      switch scalar {
      case "&": "&&"
      case "|": "||"
      case "=": "=="
      default: nil
      }
    return GuardMistake(
      offset: position, message: "unexpected \(quoted(String(scalar)))",
      hint: meant.map { "did you mean `\($0)`?" })
  }
}

extension GuardLexer.Token.Kind: CustomStringConvertible {
  /// The token as messages show it, in backquotes.
  var description: String {
    switch self {
    case .name(let name), .number(_, let name), .duration(_, let name): quoted(name)
    case .text(let text): quoted("\"\(text)\"")
    case .relation(let relation): quoted(relation.rawValue)
    case .and: "`&&`"
    case .or: "`||`"
    case .not: "`!`"
    case .open: "`(`"
    case .close: "`)`"
    case .end: "end"
    }
  }
}

extension Unicode.Scalar {
  var isDigit: Bool { ("0"..."9").contains(self) }

  /// Whether the name of an action can contain it: a letter, a digit, `-` or `_`.
  var isPartOfName: Bool {
    isDigit || self == "-" || self == "_" || isLetter
  }

  /// ASCII is decided without the tables of Unicode, which take longer.
  private var isLetter: Bool {
    isASCII ? ("a"..."z").contains(self) || ("A"..."Z").contains(self) : properties.isAlphabetic
  }
}
