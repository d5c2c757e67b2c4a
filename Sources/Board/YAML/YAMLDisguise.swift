/// A YAML text with some scalars replaced by stand-ins, each by one, so that every place stays what it was.
///
/// This is how three things are found that Yams would act upon or stop at:
///
/// - An alias (`*name`) is replaced by a copy of what it names, so that a few lines can grow without bound, and
///   Yams hashes keys with all they hold. With every `*` disguised there are no aliases; a plain scalar that begins
///   with the stand-in was one, and anywhere else it is a `*` again.
/// - A tag (`!name`) would swallow the first word of the guard `!build.running && …` that somebody forgot to quote.
/// - Of duplicate keys Yams tells only the first. With its first scalar disguised a key is unique, and the next can
///   be found.
struct YAMLDisguise {
  /// What a plain scalar turned out to be.
  enum Indicator: Unicode.Scalar {
    case alias = "*"
    case tag = "!"
  }

  private let source: SourceText
  private let used: Set<Unicode.Scalar>
  private var nextStandIn: UInt32 = YAMLDisguise.privatePlane.lowerBound
  private var star: Unicode.Scalar = "*"
  private var exclamationMark: Unicode.Scalar = "!"
  private var keys: [Int: Unicode.Scalar] = [:]

  /// A plane of Unicode for private use, which no keyboard writes.
  private static let privatePlane: ClosedRange<UInt32> = 0x10_0000...0x10_FFFD

  init(_ source: SourceText) {
    self.source = source
    used = Set(source.scalars.lazy.filter { Self.privatePlane.contains($0.value) })
    star = standIn()
    exclamationMark = standIn()
  }

  /// What Yams is to parse.
  var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.scalars.count + source.scalars.count / 8)
    for (index, scalar) in source.scalars.enumerated() {
      let shown = keys.isEmpty ? standIn(for: scalar) : keys[index] ?? standIn(for: scalar)
      if shown.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: shown.value))
      } else {
        bytes.append(contentsOf: Unicode.UTF8.encode(shown) ?? Unicode.UTF8.encodedReplacementCharacter)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes the key at a place unique; false when it does not begin with an ordinary scalar.
  mutating func disguiseKey(at location: TextLocation) -> Bool {
    guard let first = source[location] else { return false }
    let isQuoted = first == "\"" || first == "'"
    let place = TextLocation(line: location.line, column: location.column + (isQuoted ? 1 : 0))
    guard let index = source.index(of: place), keys[index] == nil,
      !"[]{}&|>?:,#\\\"'".unicodeScalars.contains(source.scalars[index])
    else { return false }
    keys[index] = standIn()
    return true
  }

  /// The text that stands in the source for a parsed scalar, and whether it was an alias or a tag.
  func reveal(_ scalar: YAMLScalar, at location: TextLocation) -> (scalar: YAMLScalar, indicator: Indicator?)
  {
    if keys.isEmpty, !scalar.text.unicodeScalars.contains(where: { Self.privatePlane.contains($0.value) }) {
      let first = scalar.style == .plain ? scalar.text.unicodeScalars.first : nil
      return (scalar, first.flatMap(Indicator.init))
    }
    var scalars = Array(scalar.text.unicodeScalars)
    let column = location.column + (scalar.style == .plain ? 0 : 1)
    if !keys.isEmpty, let index = source.index(of: TextLocation(line: location.line, column: column)),
      let standIn = keys[index], scalars.first == standIn
    {
      scalars[0] = source.scalars[index]
    }
    for index in scalars.indices {
      if scalars[index] == star { scalars[index] = "*" }
      if scalars[index] == exclamationMark { scalars[index] = "!" }
    }
    let revealed = YAMLScalar(text: String(String.UnicodeScalarView(scalars)), style: scalar.style)
    return (revealed, scalar.style == .plain ? scalars.first.flatMap(Indicator.init) : nil)
  }

  private func standIn(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "*": star
    case "!": exclamationMark
    default: scalar
    }
  }

  private mutating func standIn() -> Unicode.Scalar {
    while let candidate = Unicode.Scalar(nextStandIn), Self.privatePlane.contains(nextStandIn) {
      nextStandIn += 1
      if !used.contains(candidate) { return candidate }
    }
    // The text would have to hold the whole plane. Then nothing is disguised, and Yams speaks for itself.
    return "\u{FFFD}"
  }
}
