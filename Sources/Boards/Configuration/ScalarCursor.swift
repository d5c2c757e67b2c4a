/// Iterates over the source of a YAML scalar, by the Unicode scalars of its value.
///
/// Values differ from their source in quotes, escapes and folded lines. Block scalars are not supported: all
/// of their value has the location of their start.
struct ScalarCursor {
  private let source: SourceText
  private let style: YAMLScalar.Style
  private var line: Int
  private var column: Int
  /// The number of scalars in the current line, without trailing blanks.
  private var lineLength: Int

  init(_ scalar: YAMLScalar, at start: TextLocation, in source: SourceText) {
    self.source = source
    style = scalar.style
    line = start.line
    column = start.column + (style == .singleQuoted || style == .doubleQuoted ? 1 : 0)
    lineLength = Self.length(of: source.line(start.line))
  }

  /// The locations of all scalars of a value, and of its end.
  static func locations(of scalar: YAMLScalar, at start: TextLocation, in source: SourceText)
    -> [TextLocation]
  {
    let count = scalar.text.unicodeScalars.count + 1
    guard scalar.style != .block else { return Array(repeating: start, count: count) }
    var cursor = ScalarCursor(scalar, at: start, in: source)
    return (0..<count).map { offset in
      if offset > 0 { cursor.step() }
      cursor.skipEscapedLineEnds()
      return source.nearest(TextLocation(line: cursor.line, column: cursor.column))
    }
  }

  private mutating func step() {
    skipEscapedLineEnds()
    if isAtLineEnd {
      fold()
    } else if style == .singleQuoted, current == "'" {
      column += 2
    } else if style == .doubleQuoted, current == "\\" {
      column += 2 + hexadecimalDigits
    } else {
      column += 1
    }
  }

  private var current: Unicode.Scalar? {
    source[TextLocation(line: line, column: column)]
  }

  /// Trailing blanks are not part of the value.
  private var isAtLineEnd: Bool {
    column > lineLength
  }

  private mutating func go(to number: Int) {
    line = number
    let text = source.line(number)
    lineLength = Self.length(of: text)
    column = 1 + text.prefix(while: \.isBlank).count
  }

  private static func length(of line: ArraySlice<Unicode.Scalar>) -> Int {
    line.lastIndex { !$0.isBlank }.map { $0 - line.startIndex + 1 } ?? 0
  }

  /// A line end is a space in the value. If blank lines follow, each of those is a line end in the value
  /// instead.
  private mutating func fold() {
    let leavesText = !isBlankLine(line)
    go(to: line + (leavesText && line + 1 < source.lineCount && isBlankLine(line + 1) ? 2 : 1))
  }

  private mutating func skipEscapedLineEnds() {
    while style == .doubleQuoted, current == "\\", source.line(line).count == column, line < source.lineCount
    {
      go(to: line + 1)
    }
  }

  private var hexadecimalDigits: Int {
    switch source[TextLocation(line: line, column: column + 1)] {
    case "x": 2
    case "u": 4
    case "U": 8
    default: 0
    }
  }

  private func isBlankLine(_ number: Int) -> Bool {
    source.line(number).allSatisfy(\.isBlank)
  }
}
