/// What to find in lines of output: a plain text, or a regular expression between slashes. Case is ignored
/// unless the text contains an upper-case letter.
package struct SearchPattern: Equatable, Sendable {
  package let text: String
  private let isCaseSensitive: Bool
  private let needle: [UInt8]
  private let expression: LineExpression?
  /// Why the regular expression is not valid; nil if it is. An invalid one matches nothing.
  package let mistake: String?

  /// Returns nil if the text is empty.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
    if let pattern = SearchPattern.expression(in: text) {
      isCaseSensitive = SearchPattern.hasCapital(pattern)
      needle = []
      expression = try? LineExpression(isCaseSensitive ? pattern : "(?i)" + pattern)
      mistake = expression == nil ? "invalid expression" : nil
      return
    }
    (expression, mistake) = (nil, nil)
    isCaseSensitive = text.contains { $0.isUppercase }
    needle = isCaseSensitive ? Array(text.utf8) : SearchPattern.folded(text)
  }

  /// The regular expression in a text such as `/a+/`; nil for a plain text.
  package static func expression(in text: String) -> String? {
    guard text.count > 2, text.hasPrefix("/"), text.hasSuffix("/") else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// Whether an expression contains an upper-case letter that is no class such as `\S`.
  private static func hasCapital(_ pattern: String) -> Bool {
    var isEscaped = false
    for character in pattern {
      if character.isUppercase, !isEscaped { return true }
      isEscaped = character == "\\" && !isEscaped
    }
    return false
  }

  /// Whether a line contains the text.
  package func matches(_ line: String) -> Bool {
    firstMatch(in: line) != nil
  }

  /// The first occurrence of the text in a line, as a range of UTF-8 offsets; nil if there is none.
  package func firstMatch(in line: String) -> Range<Int>? {
    if let expression { return expression.firstRange(in: line) }
    return withBytes(of: line) { next(in: $0, from: 0) }
  }

  /// All occurrences of the text in a line, as ranges of UTF-8 offsets, from left to right.
  package func matches(in line: String) -> [Range<Int>] {
    if let expression { return expression.ranges(in: line) }
    return withBytes(of: line) { bytes in
      var found: [Range<Int>] = []
      while let match = next(in: bytes, from: found.last?.upperBound ?? 0) { found.append(match) }
      return found
    }
  }

  private func next(in line: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
    guard let first = needle.first, line.count - start >= needle.count else { return nil }
    for place in start...(line.count - needle.count) where fold(line[place]) == first {
      var length = 1
      while length < needle.count, fold(line[place + length]) == needle[length] { length += 1 }
      if length == needle.count { return place..<(place + length) }
    }
    return nil
  }

  private func fold(_ byte: UInt8) -> UInt8 {
    !isCaseSensitive && UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// Letters outside ASCII are folded in advance, and only if the needle contains any.
  private func withBytes<Result>(of line: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if !isCaseSensitive, !needle.allSatisfy({ $0 < 0x80 }) {
      return SearchPattern.folded(line).withUnsafeBufferPointer(body)
    }
    return line.utf8.withContiguousStorageIfAvailable(body)
      ?? Array(line.utf8).withUnsafeBufferPointer(body)
  }

  /// The text in lower case, with the same length in UTF-8. A letter whose lower case has another length is
  /// left unchanged.
  private static func folded(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar -> [UInt8] in
      let plain = Array(String(scalar).utf8)
      let lower = Array(scalar.properties.lowercaseMapping.utf8)
      return lower.count == plain.count ? lower : plain
    }
  }
}
