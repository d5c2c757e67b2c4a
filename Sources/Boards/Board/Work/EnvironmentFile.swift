/// The variables in a file of the format that is known as `.env`: one `NAME=value` per line.
///
///     try EnvironmentFile.variables(in: "export PORT=8080 # the server's")   // ["PORT": "8080"]
///
/// A value in single quotes is taken as it is; in double quotes, `\n`, `\"`, `\\` and `\$` are escapes.
/// Both may have several lines. A value without quotes ends at the end of the line, or at a number sign
/// after a space. Nothing is expanded.
public enum EnvironmentFile {
  /// Why a file is not valid.
  public struct Mistake: Error, Equatable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    public let message: String

    public var description: String { "line \(line) \(message)" }
  }

  /// The variables of a text; the last of several with the same name counts.
  public static func variables(in text: String) throws(Mistake) -> [String: String] {
    if let index = text.unicodeScalars.firstIndex(of: "\0") {
      let line = 1 + text.unicodeScalars[..<index].count { $0 == "\n" }
      throw Mistake(line: line, message: "contains a NUL character")
    }
    var reader = Reader(text)
    var variables: [String: String] = [:]
    while let (name, value) = try reader.next() { variables[name] = value }
    return variables
  }

  private struct Reader {
    private var rest: Substring.UnicodeScalarView
    private var line = 1

    init(_ text: String) {
      rest = text.replacing("\r\n", with: "\n")[...].unicodeScalars
      // A byte order mark.
      if rest.first == "\u{FEFF}" { rest.removeFirst() }
    }

    /// The next variable; nil at the end.
    mutating func next() throws(Mistake) -> (name: String, value: String)? {
      while let scalar = rest.first {
        if scalar.properties.isWhitespace {
          take()
        } else if scalar == "#" {
          _ = takeLine()
        } else {
          return try variable()
        }
      }
      return nil
    }

    private mutating func variable() throws(Mistake) -> (name: String, value: String) {
      let start = line
      var name = takeWord()
      if name == "export" {
        skipSpaces()
        name = takeWord()
      }
      skipSpaces()
      guard !name.isEmpty, rest.first == "=" else { throw Mistake(line: start, message: "is not NAME=value") }
      take()
      skipSpaces()
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return (name, plainValue()) }
      let value = try quotedValue(quote)
      skipSpaces()
      let remainder = takeLine()
      guard remainder.isEmpty || remainder.hasPrefix("#") else {
        throw Mistake(line: start, message: "continues after the quote")
      }
      return (name, value)
    }

    private mutating func plainValue() -> String {
      var value = takeLine()
      if value.hasPrefix("#") { return "" }
      if let comment = value.firstRange(of: #/\s#/#) { value = String(value[..<comment.lowerBound]) }
      while value.last?.isWhitespace == true { value.removeLast() }
      return value
    }

    private mutating func quotedValue(_ quote: Unicode.Scalar) throws(Mistake) -> String {
      let start = line
      var value = String.UnicodeScalarView()
      take()
      while let scalar = rest.first, scalar != quote {
        take()
        if quote == "\"", scalar == "\\", let escaped = rest.first, "n\"\\$".unicodeScalars.contains(escaped)
        {
          take()
          value.append(escaped == "n" ? "\n" : escaped)
        } else {
          value.append(scalar)
        }
      }
      guard rest.first == quote else {
        throw Mistake(line: start, message: "has a quote that is never closed")
      }
      take()
      return String(value)
    }

    private mutating func take() {
      if rest.removeFirst() == "\n" { line += 1 }
    }

    private mutating func skipSpaces() {
      while let scalar = rest.first, scalar == " " || scalar == "\t" { take() }
    }

    /// The rest of the line, without its end.
    private mutating func takeLine() -> String {
      let text = rest.prefix { $0 != "\n" }
      rest = rest.dropFirst(text.count)
      return String(String.UnicodeScalarView(text))
    }

    private mutating func takeWord() -> String {
      let word = rest.prefix { $0 != "=" && $0 != "#" && !$0.properties.isWhitespace }
      rest = rest.dropFirst(word.count)
      return String(String.UnicodeScalarView(word))
    }
  }
}
