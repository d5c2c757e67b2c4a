/// Reads an input pattern as people write it.
struct InputPatternParser {
  /// The ways to choose from all braces of one pattern.
  private static let alternativeLimit = 256

  private typealias Mistake = InputPattern.Mistake
  private let characters: [Character]

  init(_ text: String) { characters = Array(text) }

  mutating func parse() throws(InputPattern.Mistake) -> (isExclusion: Bool, [InputPattern.Alternative]) {
    let isExclusion = characters.first == "!"
    let start = isExclusion ? 1 : 0
    guard characters.count > start else {
      throw Mistake(text: isExclusion ? "there is no pattern behind `!`" : "the pattern is empty", offset: 0)
    }
    try checkCharacters(from: start)
    var alternatives: [InputPattern.Alternative] = []
    for text in try expanded(start..<characters.count) {
      guard let alternative = try alternative(text, start) else {
        throw Mistake(text: "the pattern has more than \(PathGlob.segmentLimit) parts", offset: start)
      }
      alternatives.append(alternative)
    }
    return (isExclusion, alternatives)
  }

  private func checkCharacters(from start: Int) throws(InputPattern.Mistake) {
    if characters[start] == "/" {
      throw Mistake(
        text: "patterns are relative to the board's file, and cannot begin with `/`", offset: start)
    }
    if characters[start] == "~" {
      throw Mistake(
        text: "`~` is not a directory here: patterns are relative to the board's file", offset: start)
    }
    for (offset, character) in characters.enumerated()
    where character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw Mistake(text: "a pattern cannot contain control characters", offset: offset)
    }
  }

  /// The texts that braces stand for, from left to right.
  private func expanded(_ range: Range<Int>) throws(InputPattern.Mistake) -> [[Character]] {
    var results: [[Character]] = [[]]
    var position = range.lowerBound
    while position < range.upperBound {
      switch characters[position] {
      case "\\":
        guard position + 1 < range.upperBound else {
          throw Mistake(text: "nothing follows `\\`", offset: position)
        }
        append(characters[position...(position + 1)], to: &results)
        position += 2
      case "[":
        let end = try endOfSet(position, range.upperBound)
        append(characters[position..<end], to: &results)
        position = end
      case "{":
        let (choices, end) = try choices(position, range.upperBound)
        var longer: [[Character]] = []
        for result in results { for choice in choices { longer.append(result + choice) } }
        guard longer.count <= Self.alternativeLimit else {
          throw Mistake(
            text: "the braces stand for more than \(Self.alternativeLimit) patterns", offset: position)
        }
        results = longer
        position = end
      case "}": throw Mistake(text: "`}` without `{`; write `\\}` for the character", offset: position)
      default:
        append(characters[position...position], to: &results)
        position += 1
      }
    }
    return results
  }

  private func append(_ part: ArraySlice<Character>, to results: inout [[Character]]) {
    for index in results.indices { results[index] += part }
  }

  /// The position behind the `]` of a set.
  private func endOfSet(_ start: Int, _ limit: Int) throws(InputPattern.Mistake) -> Int {
    let rest = Array(String(characters[(start + 1)..<limit]).utf8)
    var reader = PatternReader(rest)
    guard reader.set(.character) != nil else {
      throw Mistake(text: "`[` is not closed; write `\\[` for the character", offset: start)
    }
    return start + 1 + String(decoding: rest[..<reader.position], as: UTF8.self).count
  }

  /// What the commas of a brace separate, with their own braces expanded, and the position behind it.
  private func choices(_ start: Int, _ limit: Int) throws(InputPattern.Mistake) -> ([[Character]], end: Int) {
    var choices: [[Character]] = []
    var (depth, partStart, position) = (0, start + 1, start + 1)
    while position < limit {
      switch characters[position] {
      case "\\": position += 1
      case "[": position = try endOfSet(position, limit) - 1
      case "{": depth += 1
      case "}" where depth > 0: depth -= 1
      case ",", "}":
        guard depth == 0 else { break }
        choices += try expanded(partStart..<position)
        partStart = position + 1
        if characters[position] == "}" { return (choices, position + 1) }
      default: break
      }
      position += 1
    }
    throw Mistake(text: "`{` is not closed; write `\\{` for the character", offset: start)
  }

  private func alternative(
    _ text: [Character], _ start: Int
  ) throws(InputPattern.Mistake) -> InputPattern.Alternative? {
    var segments: [PathGlob.Segment] = []
    for name in Self.names(Array(String(text).utf8)) {
      switch name {
      case Array(".".utf8), []: continue
      case Array("..".utf8):
        guard segments.allSatisfy({ $0 == .literal(name) }) else {
          throw Mistake(text: "`..` is possible at the beginning of a pattern only", offset: start)
        }
        segments.append(.literal(name))
      case Array("**".utf8): if segments.last != .anyDirectories { segments.append(.anyDirectories) }
      default: segments.append(Self.segment(name))
      }
    }
    // The directory of the board itself means all below it.
    if segments.isEmpty { segments = [.anyDirectories] }
    if segments.allSatisfy({ $0 == .literal(Array("..".utf8)) }) { segments.append(.anyDirectories) }
    guard let glob = PathGlob(segments) else { return nil }
    let fixed = segments.prefix { if case .literal = $0 { true } else { false } }.compactMap {
      if case .literal(let name) = $0 { name } else { nil }
    }
    return InputPattern.Alternative(glob: glob, fixed: fixed, isLiteral: fixed.count == segments.count)
  }

  private static func segment(_ name: [UInt8]) -> PathGlob.Segment {
    guard let glob = NameGlob(name, .character) else { return .nothing }
    return glob.literal.map(PathGlob.Segment.literal) ?? .name(glob)
  }

  /// The parts between slashes outside of sets.
  static func names(_ bytes: [UInt8]) -> [[UInt8]] {
    var names: [[UInt8]] = [[]]
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      var end = position + 1
      if byte == UInt8(ascii: "\\"), end < bytes.count {
        // An escaped slash is a slash.
        if bytes[end] == PathBytes.slash { position += 1 }
        end = position + (bytes[position] == PathBytes.slash ? 1 : 2)
      } else if byte == UInt8(ascii: "[") {
        var reader = PatternReader(bytes, at: end)
        if reader.set(.byte) != nil { end = reader.position }
      }
      if bytes[position] == PathBytes.slash {
        names.append([])
      } else {
        names[names.count - 1] += bytes[position..<end]
      }
      position = end
    }
    return names
  }
}
