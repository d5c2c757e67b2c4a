/// A mistake in YAML, explained for people who do not know YAML well.
struct YAMLMistake {
  let message: String
  let location: TextLocation
  let hint: String?

  init(_ message: String, at location: TextLocation, hint: String? = nil) {
    self.message = message
    self.location = location
    self.hint = hint
  }

  /// Text without quotes that starts with an indicator of YAML.
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

  /// An error of libyaml.
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

  /// Content that is not part of the text, list or mapping that precedes it.
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

  /// The likely reason for an unexpected colon: it is part of text, or the line above is not a key.
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

  /// Whether text starts with an indicator of YAML.
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

  /// Whether libyaml expected a key, an element or the end of the text.
  fileprivate var isAboutOrder: Bool {
    [
      "did not find expected key", "did not find expected '-' indicator",
      "did not find expected <document start>",
    ]
    .contains(problem)
  }
}

extension SourceText {
  /// The character at a location, as messages show it.
  fileprivate func sign(at location: TextLocation) -> String {
    self[location].map { quoted(String($0)) } ?? "this"
  }

  /// Whether the last character before a location, apart from blanks, is a quote.
  fileprivate func isBehindQuote(_ location: TextLocation) -> Bool {
    let last = line(location.line).prefix(location.column - 1).last { !$0.isBlank }
    return last == "\"" || last == "'"
  }
}

/// Text in single quotes, as YAML accepts it.
private func singleQuoted(_ text: String) -> String {
  let limit = 60
  guard text.unicodeScalars.count <= limit else { return "it in quotes" }
  return "'" + text.replacing("'", with: "''") + "'"
}
