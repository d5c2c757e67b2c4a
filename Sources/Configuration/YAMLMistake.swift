/// What is wrong with a text as YAML, in words that help whoever wrote it.
struct YAMLMistake {
  let message: String
  let location: TextLocation
  let hint: String?

  init(_ message: String, at location: TextLocation, hint: String? = nil) {
    self.message = message
    self.location = location
    self.hint = hint
  }

  /// A text that begins with a sign of YAML and has no quotes.
  init(unquoted text: String, at location: TextLocation) {
    if text.hasPrefix("!") {
      self.init(
        "text that starts with `!` must be in quotes: YAML reads it as a tag", at: location,
        hint: "write \(singleQuoted(text))")
    } else {
      self.init(
        "text cannot start with \(quoted(String(text.prefix(1))))", at: location, hint: "put it in quotes")
    }
  }

  /// What libyaml stopped at.
  init(_ error: YAMLError, in source: SourceText) {
    let (place, begin) = (source.nearest(error.place), source.nearest(error.begin))
    switch error.problem {
    case YAMLError.nestedTooDeeply:
      self.init("nested too deeply", at: place)
    case YAMLError.unclosedBracket:
      self.init("this bracket is never closed", at: place)
    case "found unexpected end of stream", "found unexpected document indicator":
      self.init("this quote is never closed", at: begin)
    case "found unknown escape character":
      self.init(
        "unknown escape sequence", at: place, hint: "in single quotes, a backslash has no special meaning")
    case "did not find expected hexdecimal number":
      self.init(
        "this escape needs more hexadecimal digits", at: place, hint: #"as in \x41, \u00e9 or \U0001f600"#)
    case "found invalid Unicode character escape code":
      self.init("not the code of a character", at: place)
    case _ where error.problem.hasPrefix("found a tab character"), _ where source[begin] == "\t":
      self.init("YAML does not allow tabs for indentation", at: place, hint: "use spaces")
    case "mapping values are not allowed in this context":
      self.init("unexpected `:`", at: place, hint: Self.hint(forColonAt: place, in: source))
    case _ where error.isInBrackets && source[place] == ":" && place.line == begin.line:
      self.init("unexpected `:`", at: place, hint: "put text that contains `:` in quotes")
    case "block sequence entries are not allowed in this context":
      self.init(
        "a list cannot start here", at: place, hint: "start the list on a new line, or put text in quotes")
    case "could not find expected ':'":
      self.init("this key has no `:` after it", at: begin)
    case "did not find expected ',' or ']'":
      self.init("expected `,` or `]`", at: place, hint: "the list starts in line \(begin.line)")
    case "did not find expected ',' or '}'":
      self.init("expected `,` or `}`", at: place, hint: "the mapping starts in line \(begin.line)")
    case _ where error.isAboutFirstSign && !source.isBehindQuote(begin):
      self.init("text cannot start with \(source.sign(at: begin))", at: begin, hint: "put it in quotes")
    case _ where error.isAboutFirstSign || error.isAboutOrder:
      self.init(outOfOrderAt: error.isAboutFirstSign ? begin : place, in: source)
    default:
      self.init("not valid YAML: \(error.problem)", at: place)
    }
  }

  /// Something that is no part of the text, list or mapping that it follows.
  private init(outOfOrderAt place: TextLocation, in source: SourceText) {
    guard source.isBehindQuote(place) else {
      self.init(
        "unexpected content after the lines above", at: place, hint: "check the indentation and the quotes")
      return
    }
    let before = source[TextLocation(line: place.line, column: place.column - 1)]
    let hint =
      switch before {
      case "'": "in single quotes, write a quote twice: ''"
      case "\"": #"in double quotes, write a quote as \""#
      default: "put all of the text in quotes, or none"
      }
    self.init("unexpected text after the closing quote", at: place, hint: hint)
  }

  /// Why there is a colon too many: it belongs to a text, or the line above is no key.
  private static func hint(forColonAt place: TextLocation, in source: SourceText) -> String {
    let line = source.line(place.line)
    let before = line.prefix(place.column - 1)
    if let colon = before.indices.first(where: {
      before[$0] == ":" && $0 + 1 < before.endIndex && line[$0 + 1].isBlank
    }) {
      let text = String(String.UnicodeScalarView(line[(colon + 1)...].drop(while: \.isBlank)))
      let isPlain = !text.contains(" #") && !text.hasPrefix("\"") && !text.hasPrefix("'")
      let way = isPlain ? "write \(singleQuoted(text))" : "put all of the text in quotes"
      return "if it is part of the text, \(way)"
    }
    let above = (1..<place.line).last { source.line($0).contains { !$0.isBlank } }
    guard let above else { return "put text that contains `:` in quotes" }
    let key = source.line(above).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return key.count == 2 && key[1].first.map { !$0.isBlank } == true
      ? "a space is missing after the `:` in line \(above)"
      : "check the indentation: this line continues line \(above)"
  }
}

extension YAMLError {
  fileprivate var isInBrackets: Bool {
    problem == "found unexpected ':'" || context == "while parsing a flow sequence"
      || context == "while parsing a flow mapping"
  }

  /// Whether a text begins with a sign that means something else, or nothing, in YAML.
  fileprivate var isAboutFirstSign: Bool {
    switch problem {
    case "found character that cannot start any token", "mapping keys are not allowed in this context",
      "found undefined tag handle", "did not find expected node content":
      return true
    default:
      let signs = ["an anchor", "an alias", "a tag", "a block scalar", "a directive"]
      return signs.contains { context == "while scanning \($0)" || context == "while parsing \($0)" }
    }
  }

  /// Whether something stands where another key, another element or the end of the text is expected.
  fileprivate var isAboutOrder: Bool {
    [
      "did not find expected key", "did not find expected '-' indicator",
      "did not find expected <document start>",
    ]
    .contains(problem)
  }
}

extension SourceText {
  /// The character at a place, as messages show it.
  fileprivate func sign(at location: TextLocation) -> String {
    self[location].map { quoted(String($0)) } ?? "this"
  }

  /// Whether only blanks are between a place and a quote before it.
  fileprivate func isBehindQuote(_ location: TextLocation) -> Bool {
    let last = line(location.line).prefix(location.column - 1).last { !$0.isBlank }
    return last == "\"" || last == "'"
  }
}

/// A text as it can be written in YAML.
private func singleQuoted(_ text: String) -> String {
  let limit = 60
  guard text.unicodeScalars.count <= limit else { return "it in quotes" }
  return "'" + text.replacing("'", with: "''") + "'"
}
