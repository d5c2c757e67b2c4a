/// Walks through the source of a YAML scalar, one step for each Unicode scalar of its value.
///
/// Values differ from their source in quotes, escapes and folded lines. Block scalars are not followed: all of
/// their value is at the place where the scalar begins.
struct ScalarCursor {
  private let source: SourceText
  private let style: YAMLScalar.Style
  private var line: Int
  private var column: Int
  /// How many scalars the current line has without the blanks at its end.
  private var lineLength: Int

  init(_ scalar: YAMLScalar, at start: TextLocation, in source: SourceText) {
    self.source = source
    style = scalar.style
    line = start.line
    column = start.column + (style == .singleQuoted || style == .doubleQuoted ? 1 : 0)
    lineLength = Self.length(of: source.line(start.line))
  }

  /// The place of the scalar with this offset in the value; with the value's count as offset, the place behind it.
  static func location(
    ofOffset offset: Int, in scalar: YAMLScalar, at start: TextLocation, in source: SourceText
  ) -> TextLocation {
    locations(ofOffsets: [offset], in: scalar, at: start, in: source)[offset] ?? start
  }

  /// The places of many offsets, in one pass over the scalar.
  static func locations(
    ofOffsets offsets: [Int], in scalar: YAMLScalar, at start: TextLocation, in source: SourceText
  ) -> [Int: TextLocation] {
    guard scalar.style != .block else {
      return Dictionary(offsets.map { ($0, start) }, uniquingKeysWith: { first, _ in first })
    }
    var cursor = ScalarCursor(scalar, at: start, in: source)
    var position = 0
    var locations: [Int: TextLocation] = [:]
    for offset in offsets.sorted() {
      while position < offset {
        cursor.step()
        position += 1
      }
      var place = cursor
      place.skipEscapedLineEnds()
      locations[offset] = TextLocation(line: place.line, column: place.column)
    }
    return locations
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
    column > lineLength
  }

  private mutating func go(to number: Int) {
    line = number
    let text = source.line(number)
    lineLength = Self.length(of: text)
    column = 1 + text.prefix(while: Self.isBlank).count
  }

  private static func length(of line: ArraySlice<Unicode.Scalar>) -> Int {
    line.lastIndex { !isBlank($0) }.map { $0 - line.startIndex + 1 } ?? 0
  }

  /// A line end is a space in the value, or vanishes when blank lines follow: then each of those is a line end.
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
    source.line(number).allSatisfy(Self.isBlank)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t"
  }
}
