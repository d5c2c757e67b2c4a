/// Texts that begin with a sign that YAML has a meaning for, such as the guard `!build.running && …`.
///
/// libyaml stops at some of them. With a letter in place of the sign it reads them as they were meant, so
/// that the mistakes after them are found as well.
struct UnquotedTexts {
  /// The text of the source in UTF-8, with a letter in place of each sign. Nothing else moves.
  private(set) var readableText: [UInt8]
  private let source: SourceText
  /// The indices of the signs among the scalars of the source.
  private var signs: Set<Int> = []
  /// How much was read in vain, in scalars.
  private var effort = 0

  /// After each sign the text is read from its begin. This is enough for every sign of an ordinary file, and
  /// for the first ones of a file that is meant to keep the program busy.
  private static let effortLimit = 2 << 20

  init(_ source: SourceText) {
    self.source = source
    readableText = Array(source.text.utf8)
  }

  /// Looks for one more such text, between the begin of a line and the place in it where libyaml gave up.
  mutating func findNext(before place: TextLocation) -> Bool {
    guard effort < Self.effortLimit else { return false }
    let line = source.line(place.line)
    let index = line.prefix(place.column).indices.first { index in
      !signs.contains(index) && isSign(at: index, in: line) && isBeginOfValue(line[..<index])
    }
    guard let index else { return false }
    effort += index
    signs.insert(index)
    readableText[source.scalars[..<index].lazy.map(UTF8.width).reduce(0, +)] = UInt8(ascii: "x")
    return true
  }

  /// The sign at an index, if a text begins there that libyaml stopped at.
  func sign(at index: Int) -> Unicode.Scalar? {
    signs.contains(index) ? source.scalars[index] : nil
  }

  private func isSign(at index: Int, in line: ArraySlice<Unicode.Scalar>) -> Bool {
    switch line[index] {
    case "!", "*", "@", "`": true
    // At the begin of a line it is a directive.
    case "%": index > line.startIndex
    // Before a name it is an anchor, and more than a text can follow it.
    case "&": index + 1 == line.endIndex || !line[index + 1].properties.isAlphabetic
    default: false
    }
  }

  private func isBeginOfValue(_ before: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let last = before.last(where: { !$0.isBlank }) else { return true }
    return "[{,".unicodeScalars.contains(last)
      || ":-?".unicodeScalars.contains(last) && before.last?.isBlank == true
  }
}
