#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Walks through the directories in which a selection can match. Directories that git ignores are not
/// entered, unless they contain a file that git tracks or a pattern names them.
struct InputWalk {
  /// A directory, and what git's rules say about it.
  private struct Place {
    var names: [ArraySlice<UInt8>]
    var absolute: PathBytes
    var repository: GitRepository?
    /// Its path in the repository.
    var inRepository: [ArraySlice<UInt8>] = []
    /// The rules of the directories above, from the root of the repository down, each with the depth of its
    /// directory.
    var rules: [(depth: Int, IgnoreRules)] = []
    /// The number of names up to the last directory that is ignored; 0 for none.
    var ignoredDepth = 0
    /// The number of names up to the last symbolic link.
    var linkDepth = 0
  }

  private let selection: InputSelection
  private let base: PathBytes
  private var visited: Set<PathBytes> = []
  private let cache: ListingCache
  private(set) var found = FoundFiles()
  private(set) var matchCounts: [Int]
  var problems: [InputListing.Problem] = []
  /// Nil if nothing is watched.
  private(set) var watches: TreeWatches?

  init(_ selection: InputSelection, _ base: PathBytes, _ watches: TreeWatches?, _ cache: ListingCache) {
    (self.selection, self.base, self.watches, self.cache) = (selection, base, watches, cache)
    matchCounts = selection.patterns.map { _ in 0 }
  }

  mutating func run() {
    for root in selection.roots {
      watchPath(to: root.path)
      guard let place = place(of: root.path) else { continue }
      list(place, isRoot: true, only: root.only)
    }
  }

  /// Watches the directories on the way to a root, by whose names it can come, go or be another one.
  private mutating func watchPath(to root: PathBytes) {
    guard watches != nil else { return }
    var path: PathBytes = []
    if root.first != PathBytes.slash { watches?.watchDirectory(path, at: base) }
    for name in root.components {
      path = path.appending(name)
      let place = absolute(path)
      watches?.watchDirectory(path, at: place)
    }
  }

  private func absolute(_ path: PathBytes) -> PathBytes {
    path.first == PathBytes.slash ? path : path.isEmpty ? base : base.appending(path)
  }

  /// A root with all that holds above it. Nil if there is no directory.
  private mutating func place(of root: PathBytes) -> Place? {
    let absolute = absolute(root)
    guard let real = absolute.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    let realPath = Array(UnsafeBufferPointer(start: real, count: strlen(real))).map(UInt8.init(bitPattern:))
    var place = Place(names: root.components, absolute: absolute, repository: nil)
    place.repository = GitRepository.around(realPath, &cache.repositories)
    place.linkDepth = linkDepth(root)
    guard let repository = place.repository else { return place }
    for directory in repository.directories { watches?.watchRules(at: directory) }
    place.rules = [(0, repository.rules)]
    var directory = repository.root
    for name in realPath.components.dropFirst(repository.root.components.count) {
      watches?.watchRules(at: directory)
      addRules(of: directory, to: &place)
      place.inRepository.append(name)
      if isIgnored(place.inRepository, true, place.rules) { place.ignoredDepth = max(1, place.names.count) }
      directory = directory.appending(name)
    }
    return place
  }

  private func linkDepth(_ root: PathBytes) -> Int {
    var (path, depth) = (base, 0)
    for (index, name) in root.components.enumerated() {
      path = name.elementsEqual([PathBytes.slash]) ? Array(name) : path.appending(name)
      var status = stat()
      if path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK {
        depth = index + 1
      }
    }
    return depth
  }

  /// - Parameter only: The only name that is wanted; nil for all.
  private mutating func list(_ start: Place, isRoot: Bool, only: PathBytes? = nil) {
    var place = start
    let path = place.names.reduce([]) { $0.appending($1) }
    guard found.count <= InputListing.fileLimit,
      only == nil ? visited.insert(path).inserted : !visited.contains(path)
    else { return }
    guard visited.count <= InputListing.directoryLimit else { return report(.tooManyDirectories) }
    watches?.watchDirectory(path, at: place.absolute)
    let listed =
      if let only {
        DirectoryNames(place.absolute, followsLink: isRoot, only: only, cache)
      } else {
        DirectoryNames(place.absolute, followsLink: isRoot)
      }
    guard let directory = listed else {
      // What a pattern names need not be a directory, or be there. All else is not known, such as a path that
      // is too long.
      var status = stat()
      let exists = place.absolute.withCString { isRoot ? stat($0, &status) : lstat($0, &status) } == 0
      if exists ? status.st_mode & S_IFMT == S_IFDIR : errno != ENOENT && errno != ENOTDIR {
        report(.directoryUnreadable(path))
      }
      return
    }
    if !isRoot, directory.entries.contains(where: { $0.name == Array(".git".utf8) }),
      let nested = GitRepository(at: place.absolute)
    {
      place.repository = nested
      place.inRepository = []
      for directory in nested.directories { watches?.watchRules(at: directory) }
      place.rules = [(0, nested.rules)]
    }
    if place.repository != nil { addRules(of: place.absolute, to: &place) }
    for entry in directory.entries where entry.name != Array(".git".utf8) { take(entry, place) }
  }

  private mutating func take(
    _ entry: (name: [UInt8], kind: DirectoryNames.Kind, stamp: FileStamp), _ place: Place
  ) {
    let isDirectory = entry.kind == .directory
    guard entry.kind != .other else { return }
    var next = place
    next.names.append(entry.name[...])
    next.inRepository.append(entry.name[...])
    if isIgnored(next.inRepository, isDirectory, place.rules) { next.ignoredDepth = next.names.count }
    let exemption =
      isDirectory
      ? selection.exemption(below: next.names, linkDepth: place.linkDepth)
      : selection.exemption(next.names, linkDepth: place.linkDepth)
    guard let exemption, counts(&next, isDirectory, exemption) else { return }
    if isDirectory {
      next.absolute = place.absolute.appending(entry.name)
      list(next, isRoot: false)
    } else {
      // A file with several names, and one that a link leads to, can be written elsewhere.
      if watches != nil, entry.stamp.isLink || entry.stamp.links > 1 {
        watchFile(next.names, place.absolute.appending(entry.name))
      }
      add(next.names, entry.stamp, place.linkDepth)
    }
  }

  private mutating func watchFile(_ names: [ArraySlice<UInt8>], _ absolute: PathBytes) {
    var status = stat()
    guard absolute.withCString({ stat($0, &status) }) == 0, FileStamp(status).isFile else { return }
    watches?.watchFile(names.reduce([]) { $0.appending($1) }, at: absolute)
  }

  /// Whether git does not ignore a path, or tracks it.
  private func counts(_ place: inout Place, _ isDirectory: Bool, _ exemption: Int) -> Bool {
    if place.ignoredDepth <= exemption { return true }
    guard let repository = place.repository, let index = repository.index else { return true }
    let path = place.inRepository.reduce([]) { $0.appending($1) }
    if index.names.contains(path) {
      // As a directory it is a submodule, which has rules of its own.
      if isDirectory { place.ignoredDepth = 0 }
      return true
    }
    return isDirectory && index.names.hasPath(below: path)
  }

  private mutating func add(_ names: [ArraySlice<UInt8>], _ stamp: FileStamp, _ linkDepth: Int) {
    let path = names.reduce([]) { $0.appending($1) }
    guard !selection.never.contains(path) else { return }
    found.append(path, stamp)
    if found.count > InputListing.fileLimit { report(.tooManyFiles) }
    for (index, pattern) in selection.patterns.enumerated()
    where pattern.alternatives.contains(where: {
      $0.fixed.count >= linkDepth && $0.depth(of: names[...]) != nil
    }) {
      matchCounts[index] += 1
    }
  }

  private mutating func addRules(of directory: PathBytes, to place: inout Place) {
    let file = directory.appending(".gitignore".utf8)
    switch SmallFile.read(file, limit: IgnoreRules.sizeLimit, followsLinks: false) {
    case .missing: break
    case .bytes(let bytes): place.rules.append((place.inRepository.count, IgnoreRules(bytes)))
    case .tooLarge: report(.rulesTooLarge(file))
    case .unreadable: report(.rulesUnreadable(file))
    }
  }

  private func isIgnored(
    _ names: [ArraySlice<UInt8>], _ isDirectory: Bool, _ rules: [(depth: Int, IgnoreRules)]
  ) -> Bool {
    for (depth, rules) in rules.reversed() {
      if let verdict = rules.verdict(on: names[depth...], isDirectory: isDirectory) { return verdict }
    }
    return false
  }

  private mutating func report(_ problem: InputListing.Problem) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}
