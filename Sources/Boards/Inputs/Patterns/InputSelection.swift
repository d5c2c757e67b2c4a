/// Which files are inputs of an action: patterns in order, of which the last one that matches decides.
package struct InputSelection: Sendable, Equatable {
  package let patterns: [InputPattern]
  /// Whether files that git ignores are inputs, too.
  package let includesIgnored: Bool
  /// Paths that are never inputs, such as the board's own file.
  package let never: Set<PathBytes>

  package init(_ patterns: [InputPattern], includesIgnored: Bool = false, never: Set<PathBytes> = []) {
    (self.patterns, self.includesIgnored, self.never) = (patterns, includesIgnored, never)
  }

  /// Whether the board says the same about both, wherever its logs are.
  package func isSame(as other: InputSelection) -> Bool {
    includesIgnored == other.includesIgnored && patterns.map(\.text) == other.patterns.map(\.text)
  }

  /// How far git's rules do not count: the number of names of the longest pattern without a wildcard that
  /// leads to a path, because what it names counts even if it is ignored. Nil if the path is not selected at
  /// all.
  /// - Parameter linkDepth: The number of names up to the last symbolic link to a directory. Only the fixed
  ///   part of a pattern is followed through links.
  func exemption(_ names: [ArraySlice<UInt8>], linkDepth: Int) -> Int? {
    exemption(names, linkDepth) { $0.depth(of: names[...]) != nil }
  }

  /// The same for what lies below a directory.
  func exemption(below names: [ArraySlice<UInt8>], linkDepth: Int) -> Int? {
    exemption(names, linkDepth) { $0.canMatch(below: names) }
  }

  private func exemption(
    _ names: [ArraySlice<UInt8>], _ linkDepth: Int, _ matches: (InputPattern.Alternative) -> Bool
  ) -> Int? {
    var result: Int?
    for pattern in patterns.reversed() {
      if pattern.isExclusion {
        if pattern.alternatives.contains(where: { $0.depth(of: names[...]) != nil }) { break }
        continue
      }
      for alternative in pattern.alternatives where alternative.fixed.count >= linkDepth {
        guard matches(alternative) else { continue }
        let isNamed = alternative.isLiteral && alternative.fixed.count <= names.count
        result = max(result ?? 0, includesIgnored ? .max : isNamed ? alternative.fixed.count : 0)
      }
    }
    return result
  }

  /// Where listing begins.
  struct Root {
    /// A directory. One that a pattern names may be a file, or not exist.
    let path: PathBytes
    /// The only name that is wanted of it; nil for all.
    var only: PathBytes?
  }

  var roots: [Root] {
    var roots: [Root] = []
    for alternative in patterns.lazy.filter({ !$0.isExclusion }).flatMap(\.alternatives) {
      let whole = alternative.fixed.reduce([]) { $0.appending($1) }
      if alternative.isLiteral {
        roots.append(Root(path: whole.parent.directory, only: alternative.fixed.last))
      }
      roots.append(Root(path: whole))
    }
    // What is listed as a whole comes first: then none of it is listed by its name.
    return roots.sorted { one, other in
      one.path == other.path
        ? one.only == nil && other.only != nil : one.path.lexicographicallyPrecedes(other.path)
    }
  }
}
