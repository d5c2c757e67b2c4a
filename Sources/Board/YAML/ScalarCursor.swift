/// Walks through the source of a YAML scalar, one step for each Unicode scalar of its value.
///
/// Values differ from their source in quotes, escapes and folded lines. Block scalars are not followed: all of
/// their value is at the place where the scalar begins.
struct ScalarCursor {
  private let source: SourceText
  private let style: YAMLScalar.Style
  private var line: Int
  private var column: Int

  init(_ scalar: YAMLScalar, at start: TextLocation, in source: SourceText) {
    self.source = source
    style = scalar.style
    line = start.line
    column = start.column + (style == .singleQuoted || style == .doubleQuoted ? 1 : 0)
  }

  /// The place of the scalar with this offset in the value; with the value's count as offset, the place behind it.
  static func location(
    ofOffset offset: Int, in scalar: YAMLScalar, at start: TextLocation, in source: SourceText
  ) -> TextLocation {
    guard scalar.style != .block else { return start }
    var cursor = ScalarCursor(scalar, at: start, in: source)
    for _ in 0..<offset { cursor.step() }
    cursor.skipEscapedLineEnds()
    return TextLocation(line: cursor.line, column: cursor.column)
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

  /// Blanks before a line end are not part of the value.
  private var isAtLineEnd: Bool {
    source.line(line).dropFirst(column - 1).allSatisfy(Self.isBlank)
  }

  /// A line end is a space in the value, or vanishes when blank lines follow: then each of those is a line end.
  private mutating func fold() {
    let leavesText = !isBlankLine(line)
    line += leavesText && line + 1 < source.lineCount && isBlankLine(line + 1) ? 2 : 1
    column = 1 + source.line(line).prefix(while: Self.isBlank).count
  }

  private mutating func skipEscapedLineEnds() {
    while style == .doubleQuoted, current == "\\", source.line(line).count == column, line < source.lineCount
    {
      line += 1
      column = 1 + source.line(line).prefix(while: Self.isBlank).count
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
    source.line(number).allSatisfy(Self.isBlank)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t"
  }
}
