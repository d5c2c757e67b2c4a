/// The text of a file, addressed by line and column.
package struct SourceText {
  /// The file name with which messages begin.
  package let file: String
  /// The kind of file in messages, such as "board".
  let kind: String
  /// The text without a byte order mark.
  let text: String
  let scalars: [Unicode.Scalar]
  private let lineRanges: [Range<Int>]

  /// Splits lines like YAML 1.1 and libyaml. Removes a byte order mark.
  package init(file: String, kind: String, text: String) {
    self.file = file
    self.kind = kind
    self.text = String(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
    scalars = Array(self.text.unicodeScalars)
    var ranges: [Range<Int>] = []
    var start = 0
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\r" where index + 1 < scalars.count && scalars[index + 1] == "\n":
        continue
      case "\n" where index > start && scalars[index - 1] == "\r":
        ranges.append(start..<index - 1)
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        ranges.append(start..<index)
      default:
        continue
      }
      start = index + 1
    }
    ranges.append(start..<scalars.count)
    lineRanges = ranges
  }

  var lineCount: Int { lineRanges.count }

  /// The scalars of a line, without its line break; empty if there is no such line.
  func line(_ number: Int) -> ArraySlice<Unicode.Scalar> {
    guard lineRanges.indices.contains(number - 1) else { return [] }
    return scalars[lineRanges[number - 1]]
  }

  /// The index in `scalars` of a location; nil at the end of a line and outside of the text.
  func index(of location: TextLocation) -> Int? {
    guard lineRanges.indices.contains(location.line - 1) else { return nil }
    let range = lineRanges[location.line - 1]
    let index = range.lowerBound + location.column - 1
    return range.contains(index) ? index : nil
  }

  subscript(location: TextLocation) -> Unicode.Scalar? {
    index(of: location).map { scalars[$0] }
  }

  /// The location itself if it is in the text, or the nearest one: the end of its line, or of the text.
  func nearest(_ location: TextLocation) -> TextLocation {
    let number = min(max(location.line, 1), lineCount)
    let end = line(number).count + 1
    let column = location.line > lineCount ? end : min(max(location.column, 1), end)
    return TextLocation(line: number, column: column)
  }

  /// Whether a location is the end of the text. libyaml reports the end in a line after the last one.
  func isEnd(_ location: TextLocation) -> Bool {
    location.line > lineCount || location.line == lineCount && location.column > line(lineCount).count
  }
}

extension Unicode.Scalar {
  var isBlank: Bool { self == " " || self == "\t" }
}
