extension SourceText {
  /// The same text with a dot in place of each visible scalar in some ranges, so that messages can show the lines
  /// around a secret.
  func concealing(_ ranges: [Range<Int>]) -> SourceText {
    guard !ranges.isEmpty else { return self }
    var scalars = scalars
    for index in ranges.joined() where !scalars[index].properties.isWhitespace {
      scalars[index] = "•"
    }
    return SourceText(file: file, kind: kind, text: String(String.UnicodeScalarView(scalars)))
  }

  /// Where a YAML scalar stands in `scalars`, with its quotes.
  func indices(of scalar: YAMLScalar, at location: TextLocation) -> Range<Int> {
    guard let start = index(of: location) else { return 0..<0 }
    let end =
      switch scalar.style {
      case .singleQuoted: endOfQuote("'", from: start, escape: nil)
      case .doubleQuoted: endOfQuote("\"", from: start, escape: "\\")
      case .plain, .block: endOfText(scalar.text, from: start)
      }
    return start..<end
  }

  /// In single quotes a quote is doubled, in double quotes it is escaped.
  private func endOfQuote(_ quote: Unicode.Scalar, from start: Int, escape: Unicode.Scalar?) -> Int {
    var index = start + 1
    while index < scalars.count {
      if scalars[index] == escape {
        index += 1
      } else if scalars[index] == quote {
        let isDoubled = escape == nil && index + 1 < scalars.count && scalars[index + 1] == quote
        guard isDoubled else { return index + 1 }
        index += 1
      }
      index += 1
    }
    return scalars.count
  }

  /// A text without quotes differs from its source only in blanks and line ends, and in the mark of a block before it.
  private func endOfText(_ text: String, from start: Int) -> Int {
    var index = start
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      while index < scalars.count, scalars[index] != scalar { index += 1 }
      index += 1
    }
    return min(index, scalars.count)
  }
}
