internal import Configuration

/// YAML and JSON of other programs.
enum ForeignValues {
  /// The value of a YAML file, whose duplicate keys are mistakes.
  static func yaml(_ file: ForeignText, _ reading: inout Reading) throws(Diagnostic) -> YAMLNode? {
    let source = SourceText(file: file.path, kind: "file", text: file.text)
    let content = try ForeignYAML.read(source)
    if let duplicate = content.duplicates.first {
      throw Diagnostic(
        in: source, at: duplicate.location, "duplicate key \(quoted(duplicate.key.oneLine(limit: 100)))")
    }
    for tag in content.tags {
      reading.remark(file.path, tag.location.line, tag.name, "this tag has no meaning here")
    }
    return content.root
  }

  /// The value of a JSON file, with comments and with a trailing comma. Of duplicate keys the last one
  /// counts.
  static func json(_ file: ForeignText, _ reading: inout Reading) throws(Diagnostic) -> YAMLNode? {
    let text = JSONAsYAML.text(of: file.text)
    let source = SourceText(file: file.path, kind: "file", text: text)
    let content = try ForeignYAML.read(source)
    for duplicate in content.duplicates {
      reading.remark(
        file.path, duplicate.location.line, duplicate.key, "is there twice, and this one counts")
    }
    guard let root = content.root else { return nil }
    guard text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "{" else {
      throw Diagnostic(in: source, at: root.location, "a JSON object begins with `{`")
    }
    return root
  }
}

/// JSON as YAML reads it: comments become spaces, and pairs of surrogates in escapes one scalar. All else
/// keeps its place.
enum JSONAsYAML {
  static func text(of text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "/")) || text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var rest = Array(text.unicodeScalars)[...]
    var result = String.UnicodeScalarView()
    var isInString = false
    while let scalar = rest.popFirst() {
      if isInString {
        if scalar == "\\", let next = rest.first {
          if let (low, count) = surrogates(rest) {
            result.append(low)
            rest = rest.dropFirst(count)
          } else {
            result.append(scalar)
            result.append(next)
            rest = rest.dropFirst()
          }
          continue
        }
        if scalar == "\"" { isInString = false }
        result.append(scalar)
      } else if scalar == "\"" {
        isInString = true
        result.append(scalar)
      } else if scalar == "/", rest.first == "/" {
        result.append(" ")
        while let next = rest.first, next != "\n" {
          result.append(" ")
          rest = rest.dropFirst()
          _ = next
        }
      } else if scalar == "/", rest.first == "*" {
        skipComment(&rest, &result)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func skipComment(
    _ rest: inout ArraySlice<Unicode.Scalar>, _ result: inout String.UnicodeScalarView
  ) {
    result.append(contentsOf: "  ".unicodeScalars)
    rest = rest.dropFirst()
    while let next = rest.popFirst() {
      if next == "*", rest.first == "/" {
        rest = rest.dropFirst()
        result.append(contentsOf: "  ".unicodeScalars)
        return
      }
      result.append(next == "\n" ? "\n" : " ")
    }
  }

  /// The scalar of two escapes `\uD83D\uDE00`, of which the first backslash is gone.
  private static func surrogates(_ rest: ArraySlice<Unicode.Scalar>) -> (Unicode.Scalar, Int)? {
    guard let high = unit(rest), (0xD800..<0xDC00).contains(high) else { return nil }
    let next = rest.dropFirst(5)
    guard next.first == "\\", let low = unit(next.dropFirst()), (0xDC00..<0xE000).contains(low) else {
      // A surrogate alone is no character.
      return ("\u{FFFD}", 5)
    }
    let value = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
    return Unicode.Scalar(value).map { ($0, 11) }
  }

  private static func unit(_ rest: ArraySlice<Unicode.Scalar>) -> UInt32? {
    guard rest.first == "u", rest.count >= 5 else { return nil }
    return UInt32(String(String.UnicodeScalarView(rest.dropFirst().prefix(4))), radix: 16)
  }
}
