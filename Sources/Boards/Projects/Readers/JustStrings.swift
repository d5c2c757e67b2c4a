/// Strings and expressions of just.
enum JustStrings {
  /// The first string in a line.
  static func first(in line: Substring) -> String? {
    guard let start = line.firstIndex(where: { $0 == "'" || $0 == "\"" }) else { return nil }
    var rest = line[start...]
    return literal(&rest)
  }

  /// Takes a string from the start of a text; nil if there is none.
  static func literal(_ rest: inout Substring) -> String? {
    guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
    let isTriple = rest.hasPrefix(String(repeating: quote, count: 3))
    let end = String(repeating: quote, count: isTriple ? 3 : 1)
    var text = rest.dropFirst(end.count)
    var result = ""
    while !text.isEmpty {
      if text.hasPrefix(end) {
        rest = text.dropFirst(end.count)
        return result
      }
      let next = text.removeFirst()
      guard next == "\\", quote == "\"", let escaped = text.popFirst() else {
        result.append(next)
        continue
      }
      switch escaped {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      default: result.append(escaped)
      }
    }
    return nil
  }

  /// Takes a string whose text is known without just from the start of a text; nil if there is none.
  static func plainLiteral(_ rest: inout Substring) -> String? {
    let start = rest
    // just takes the indentation away from a text in three quotes.
    guard !rest.hasPrefix("\"\"\""), !rest.hasPrefix("'''"), let text = literal(&rest),
      !hasRareEscape(start[..<rest.startIndex])
    else { return nil }
    return text
  }

  /// Whether a string has an escape of which only just knows what it means, such as `\u{41}`.
  private static func hasRareEscape(_ text: Substring) -> Bool {
    guard text.first == "\"" else { return false }
    var rest = text
    while let slash = rest.firstIndex(of: "\\") {
      rest = rest[slash...].dropFirst()
      guard let escaped = rest.popFirst(), "ntr\\\"".contains(escaped) else { return true }
    }
    return false
  }

  /// Takes the value of a default: a string, a name, or something in brackets or backticks, joined by `+` or
  /// `/`.
  static func skipValue(_ rest: inout Substring) -> Bool {
    guard let first = rest.first else { return false }
    if first == "'" || first == "\"" { return literal(&rest) != nil }
    if first == "`" {
      guard let end = rest.dropFirst().firstIndex(of: "`") else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    if first == "(" { return skipBrackets(&rest) }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    guard !name.isEmpty else { return false }
    rest = rest.dropFirst(name.count)
    // A function, or a string with a prefix such as `x'…'`.
    if rest.first == "(" { return skipBrackets(&rest) }
    if rest.first == "'" || rest.first == "\"" { return literal(&rest) != nil }
    return true
  }

  private static func skipBrackets(_ rest: inout Substring) -> Bool {
    var depth = 0
    while let next = rest.first {
      if next == "'" || next == "\"" {
        guard literal(&rest) != nil else { return false }
        continue
      }
      rest.removeFirst()
      if next == "(" { depth += 1 }
      if next == ")" {
        depth -= 1
        if depth == 0 { return true }
      }
    }
    return false
  }
}

/// The lines of a justfile: an assignment with a text of several lines, and what is in brackets over several
/// lines, is one line.
struct JustLines {
  private var rest: ArraySlice<Substring>
  private var number = 0
  /// The most bytes of a line that others can continue.
  private static let lengthLimit = 1 << 16
  private static let ends = ["\"\"\"", "'''", "```"]

  init(_ text: String) { rest = text.lines[...] }

  mutating func next() -> (number: Int, text: Substring)? {
    guard let text = take() else { return nil }
    let start = number
    guard let first = text.first, first != " ", first != "\t", first != "#",
      text.utf8.count < Self.lengthLimit
    else { return (start, text) }
    var whole = String(text)
    var open = Self.open(at: text, in: 0)
    while let place = open, whole.utf8.count < Self.lengthLimit, let more = take() {
      whole += (place.end == nil ? " " : "\n") + more
      guard let end = place.end else {
        open = Self.open(at: more, in: place.depth)
        continue
      }
      if let range = more.firstRange(of: end) {
        open = Self.open(at: more[range.upperBound...], in: place.depth)
      }
    }
    while whole.hasSuffix("\\"), whole.utf8.count < Self.lengthLimit, let more = take() {
      whole.removeLast()
      whole += " " + more
    }
    return (start, whole[...])
  }

  private mutating func take() -> Substring? {
    guard let line = rest.popFirst() else { return nil }
    number += 1
    return line.last == "\r" ? line.dropLast() : line
  }

  /// What is open at the end of a line.
  private struct Open {
    /// The number of brackets.
    var depth: Int
    /// What ends the string of several lines; nil if there is none.
    var end: String?
  }

  /// What is open at the end of a text that begins in some brackets; nil for nothing.
  private static func open(at text: Substring, in brackets: Int) -> Open? {
    var rest = text
    var depth = brackets
    // Quotes without an end are not looked for again: that would take the square of the length.
    var unended: Set<Character> = []
    while let next = rest.first {
      if let end = ends.first(where: { rest.hasPrefix($0) }) {
        rest = rest.dropFirst(3)
        guard let range = rest.firstRange(of: end) else { return Open(depth: depth, end: end) }
        rest = rest[range.upperBound...]
        continue
      }
      switch next {
      case "'", "\"":
        // A string of several lines is rare, and an apostrophe can be in a comment.
        var string = rest
        if !unended.contains(next), JustStrings.literal(&string) != nil {
          rest = string
          continue
        }
        unended.insert(next)
      case "#": return depth > 0 ? Open(depth: depth) : nil
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      rest.removeFirst()
    }
    return depth > 0 ? Open(depth: depth) : nil
  }
}
