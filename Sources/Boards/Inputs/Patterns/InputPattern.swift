/// A pattern for input files: `*` and `?` stop at `/`, `**` is any number of directories, `[a-z]`, `{a,b}`,
/// and `!` at the beginning excludes. The name of a directory means all below it.
package struct InputPattern: Sendable, Equatable {
  /// What is wrong with a pattern, and where.
  package struct Mistake: Error, Sendable, Equatable {
    package let text: String
    /// The number of characters before the part that is wrong.
    package let offset: Int
  }

  /// As it was written.
  package let text: String
  package let isExclusion: Bool
  /// One for each way to choose from its braces.
  let alternatives: [Alternative]

  struct Alternative: Sendable, Equatable {
    let glob: PathGlob
    /// The names before the first that is a pattern. The path itself, if none is.
    let fixed: [[UInt8]]
    /// Whether it names one file or directory.
    let isLiteral: Bool
  }

  package init(_ text: String) throws(Mistake) {
    var parser = InputPatternParser(text)
    (isExclusion, alternatives) = try parser.parse()
    self.text = text
  }

  /// A file that is always an input, whatever its name is.
  package init(file path: String) {
    let names = Array(path.utf8).components.map(Array.init).filter { $0 != [UInt8(ascii: ".")] }
    let glob = PathGlob(names.map(PathGlob.Segment.literal))
    text = path
    isExclusion = false
    alternatives = glob.map { [Alternative(glob: $0, fixed: names, isLiteral: true)] } ?? []
  }

  /// Whether a path, or a directory that it lies in, matches. The `!` is left to the list of patterns.
  package func matches(_ path: some Sequence<UInt8>) -> Bool {
    let components = Array(path).components
    return alternatives.contains { $0.depth(of: components[...]) != nil }
  }
}

extension InputPattern.Alternative {
  /// The number of names at which it matches, the fewest possible; nil if it does not.
  func depth(of names: ArraySlice<ArraySlice<UInt8>>) -> Int? {
    var states = glob.start
    for (index, name) in names.enumerated() {
      states = glob.advanced(states, by: name)
      if states.isEmpty { return nil }
      if glob.accepts(states) { return index + 1 }
    }
    return nil
  }

  /// Whether something below a directory with these names can match.
  func canMatch(below names: [ArraySlice<UInt8>]) -> Bool {
    var states = glob.start
    for name in names {
      states = glob.advanced(states, by: name)
      if states.isEmpty { return false }
      if glob.accepts(states) { return true }
    }
    return true
  }
}
