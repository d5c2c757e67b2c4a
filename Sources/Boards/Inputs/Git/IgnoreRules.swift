/// The rules of one `.gitignore`, as git reads them.
package struct IgnoreRules: Sendable, Equatable {
  private struct Rule: Sendable, Equatable {
    let isNegated: Bool
    let directoriesOnly: Bool
    /// A rule without a slash is about the name, in whatever directory.
    let name: NameGlob?
    let path: PathGlob?
  }

  private let rules: [Rule]

  package init(_ bytes: some Sequence<UInt8>) {
    var bytes = Array(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    rules = bytes.split(separator: UInt8(ascii: "\n")).compactMap { Self.rule($0) }
  }

  package var isEmpty: Bool { rules.isEmpty }

  /// What the last rule that matches says: true if the path is ignored, false if it is not, nil if no rule
  /// matches.
  /// - Parameter names: The path below the directory of the rules; its directories are not ignored.
  package func verdict(on names: some BidirectionalCollection<ArraySlice<UInt8>>, isDirectory: Bool) -> Bool?
  {
    guard let last = names.last else { return nil }
    for rule in rules.reversed() where isDirectory || !rule.directoriesOnly {
      if rule.name?.matches(last) == true || rule.path?.matches(names) == true { return !rule.isNegated }
    }
    return nil
  }

  private static func rule(_ line: ArraySlice<UInt8>) -> Rule? {
    if line.first == UInt8(ascii: "#") { return nil }
    // git reads texts of C, which a zero byte ends.
    var text = Array(line.prefix { $0 != 0 })
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    trimSpaces(&text)
    let isNegated = text.first == UInt8(ascii: "!")
    if isNegated { text.removeFirst() }
    let directoriesOnly = text.last == PathBytes.slash
    if directoriesOnly { text.removeLast() }
    guard !text.isEmpty else { return nil }
    guard text.contains(PathBytes.slash) else {
      guard let name = NameGlob(text, .byte) else { return nil }
      return Rule(isNegated: isNegated, directoriesOnly: directoriesOnly, name: name, path: nil)
    }
    if text.first == PathBytes.slash { text.removeFirst() }
    guard let path = PathGlob(InputPatternParser.names(text).map(segment)) else { return nil }
    return Rule(isNegated: isNegated, directoriesOnly: directoriesOnly, name: nil, path: path)
  }

  private static func segment(_ name: [UInt8]) -> PathGlob.Segment {
    if name.count >= 2, name.allSatisfy({ $0 == UInt8(ascii: "*") }) { return .anyDirectories }
    guard !name.isEmpty, let glob = NameGlob(name, .byte) else { return .nothing }
    return glob.literal.map(PathGlob.Segment.literal) ?? .name(glob)
  }

  /// Removes spaces at the end, except those behind a backslash.
  private static func trimSpaces(_ text: inout [UInt8]) {
    var end: Int?
    var position = 0
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: " "): end = end ?? position
      case UInt8(ascii: "\\"):
        position += 1
        if position == text.count { return }
        end = nil
      default: end = nil
      }
      position += 1
    }
    if let end { text.removeSubrange(end...) }
  }
}
