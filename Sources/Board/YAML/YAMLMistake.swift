import Yams

/// What Yams found wrong with a text, in words that help whoever wrote it.
struct YAMLMistake {
  let message: String
  let location: TextLocation
  let hint: String?

  private init(_ message: String, at location: TextLocation, hint: String? = nil) {
    self.message = message
    self.location = location
    self.hint = hint
  }

  init(_ error: YamlError, in source: SourceText) {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let begin = context.map { TextLocation($0.mark) } ?? TextLocation(mark)
      self.init(problem: problem, at: TextLocation(mark), within: begin, in: source)
    case .reader(let problem, _, _, _):
      self.init("not valid YAML: \(problem)", at: TextLocation(line: 1, column: 1))
    default:
      self.init("not valid YAML: \(error)", at: TextLocation(line: 1, column: 1))
    }
  }

  /// - Parameters:
  ///   - mark: Where libyaml gave up.
  ///   - begin: Where that which it was reading begins: a quote, a list, a key.
  private init(problem: String, at mark: TextLocation, within begin: TextLocation, in source: SourceText) {
    if Self.fitTags.contains(problem), let (tag, place) = Self.tag(before: mark, in: source) {
      self.init("a \(source.kind) has no tags, such as \(quoted(tag))", at: place, hint: "leave it out")
      return
    }
    switch problem {
    case "found character that cannot start any token" where source[mark] == "\t":
      self.init("a tab cannot indent in YAML", at: mark, hint: "use spaces")
    case "found character that cannot start any token":
      let first = source[mark].map { quoted(String($0)) } ?? "this"
      self.init("a text cannot begin with \(first)", at: mark, hint: "put it in quotes")
    case "did not find expected alphabetic or numeric character":
      self.init("a text cannot begin with `&`", at: begin, hint: "put it in quotes")
    case "found unexpected end of stream":
      self.init("this quote is never closed", at: begin)
    case "found unknown escape character":
      self.init(
        "not an escape of double quotes", at: mark, hint: "in single quotes a backslash is just a backslash")
    case "mapping values are not allowed in this context":
      self.init(
        "a `:` is not expected here", at: mark,
        hint: "check the indentation, and quote a text that contains `: `")
    case "did not find expected key":
      self.init("this does not fit what is above it", at: mark, hint: "check the indentation and the quotes")
    case "could not find expected ':'":
      self.init("this key has no `:` after it", at: begin)
    case "did not find expected ',' or ']'":
      self.init("expected `,` or `]`", at: mark, hint: "the list begins in line \(begin.line)")
    case "did not find expected ',' or '}'":
      self.init("expected `,` or `}`", at: mark, hint: "the mapping begins in line \(begin.line)")
    case "but found another document":
      self.init("a second document begins here", at: mark, hint: "a \(source.kind) is one document")
    case _ where problem.hasPrefix("Maximum nesting level"):
      self.init("nested too deeply", at: mark)
    default:
      self.init("not valid YAML: \(problem)", at: mark)
    }
  }

  /// What is said about the list or mapping behind a tag, which counts as the begin of a text.
  private static let fitTags: Set = [
    "mapping values are not allowed in this context", "did not find expected ',' or '}'",
    "did not find expected ',' or ']'", "did not find expected key",
  ]

  /// The last word of a line that begins with `!` before a place, and where it stands.
  private static func tag(before mark: TextLocation, in source: SourceText) -> (String, TextLocation)? {
    let line = source.line(mark.line).prefix(mark.column - 1)
    guard let index = line.lastIndex(of: "!"),
      index == line.startIndex || " [{,".unicodeScalars.contains(line[index - 1])
    else { return nil }
    let tag = line[index...].prefix { !$0.properties.isWhitespace }
    let place = TextLocation(line: mark.line, column: index - line.startIndex + 1)
    return (String(String.UnicodeScalarView(tag)), place)
  }
}
