/// The inputs of an action at one moment, found without notices of the kernel.
package struct InputListing: Sendable, Equatable {
  /// Why it is not known which files are inputs.
  package enum Problem: Sendable, Equatable {
    case directoryUnreadable(PathBytes)
    case rulesTooLarge(PathBytes)
    case rulesUnreadable(PathBytes)
    case tooManyFiles
    case tooManyDirectories
    case noMatch(pattern: String)

    package var text: String {
      switch self {
      case .directoryUnreadable(let path): "`\(path.isEmpty ? "." : path.text)` cannot be read"
      case .rulesTooLarge(let path): "`\(path.text)` is too large"
      case .rulesUnreadable(let path): "`\(path.text)` cannot be read"
      case .tooManyFiles: "there are more than \(InputListing.fileLimit) input files"
      case .tooManyDirectories: "the input files lie in more than \(InputListing.directoryLimit) directories"
      case .noMatch(let pattern): "`\(pattern)` matches no file"
      }
    }
  }

  static let fileLimit = 200_000
  static let directoryLimit = 50_000

  /// Files and symbolic links.
  package let paths: PathTable
  /// What the system said of each of them.
  let stamps: [FileStamp]
  /// Empty if the listing is complete.
  package let problems: [Problem]

  /// Lists the inputs that a selection has now.
  /// - Parameter base: The absolute path of the directory of the board.
  package init(of selection: InputSelection, in base: String) {
    var watches: TreeWatches?
    self.init(of: selection, in: base, &watches, ListingCache())
  }

  /// - Parameter watches: Receives the watches of all that could change the listing, if there are some.
  init(
    of selection: InputSelection, in base: String, _ watches: inout TreeWatches?, _ cache: ListingCache
  ) {
    var walk = InputWalk(selection, Array(base.utf8), watches, cache)
    walk.run()
    watches = walk.watches
    (paths, stamps) = walk.found.sorted
    for (pattern, count) in zip(selection.patterns, walk.matchCounts) where !pattern.isExclusion && count == 0
    {
      walk.problems.append(.noMatch(pattern: pattern.text))
    }
    problems = walk.problems
  }
}
