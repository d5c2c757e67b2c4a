/// Text without quotes that starts with an indicator of YAML, such as the guard `!build.running && …`.
///
/// libyaml stops at some of these. If the indicator is replaced by a letter, libyaml reads the text as it was
/// meant, and the mistakes after it are found, too.
struct UnquotedTexts {
  /// The source text in UTF-8, with a letter in place of each indicator.
  private(set) var readableText: [UInt8]
  private let source: SourceText
  /// The indices of the replaced indicators among the scalars of the source.
  private var signs: Set<Int> = []
  /// The number of scalars that libyaml has read repeatedly.
  private var effort = 0

  /// The text is read from its start again for each indicator. This limit is sufficient for every ordinary
  /// file, and bounds the time for others.
  private static let effortLimit = 2 << 20

  init(_ source: SourceText) {
    self.source = source
    readableText = Array(source.text.utf8)
  }

  /// Finds and replaces one more indicator, between the start of a line and the location in it where libyaml
  /// stopped.
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

  /// The replaced indicator at an index.
  func sign(at index: Int) -> Unicode.Scalar? {
    signs.contains(index) ? source.scalars[index] : nil
  }

  private func isSign(at index: Int, in line: ArraySlice<Unicode.Scalar>) -> Bool {
    switch line[index] {
    case "!", "*", "@", "`": true
    // At the start of a line, it begins a directive.
    case "%": index > line.startIndex
    // Before a name, it begins an anchor, which can precede any node.
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
