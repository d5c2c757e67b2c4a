#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What the watches of one look stand for.
package struct TreeWatches: Sendable {
  enum Target: Hashable, Sendable {
    /// A directory, by its path in the tree.
    case directory(PathBytes)
    /// A file with several names, or that a link leads to.
    case file(PathBytes)
    /// A directory with rules or an index of git.
    case rules
  }

  private let notices: TreeNotices
  /// A directory can be reached by several paths.
  private(set) var targets: [Int32: Set<Target>] = [:]
  /// False if something could not be watched, or does not notice what other machines do.
  package private(set) var isComplete = true
  /// The devices that are known to notice all changes.
  private var localDevices: Set<UInt64> = []

  package init(_ notices: TreeNotices) { self.notices = notices }

  /// Called before the directory is listed, so that nothing is missed.
  mutating func watchDirectory(_ path: PathBytes, at absolute: PathBytes) {
    watch(absolute, .directory(path))
  }

  mutating func watchFile(_ path: PathBytes, at absolute: PathBytes) { watch(absolute, .file(path)) }

  mutating func watchRules(at absolute: PathBytes) {
    add(.rules, at: absolute)
  }

  private mutating func watch(_ absolute: PathBytes, _ target: Target) {
    var status = stat()
    guard absolute.withCString({ stat($0, &status) }) == 0 else { return add(target, at: absolute) }
    let device = FileStamp(status).device
    if !localDevices.contains(device) {
      if TreeNotices.isRemote(absolute) { isComplete = false } else { localDevices.insert(device) }
    }
    add(target, at: absolute)
  }

  private mutating func add(_ target: Target, at absolute: PathBytes) {
    switch notices.watch(absolute) {
    case .set(let number): targets[number, default: []].insert(target)
    // The directory above is watched: it is noticed when there is one.
    case .missing: break
    case .impossible: isComplete = false
    }
  }

  /// Removes watches that none of some others has.
  package static func remove(_ earlier: [TreeWatches], except others: [TreeWatches]) {
    guard !earlier.isEmpty else { return }
    let kept = Set(others.flatMap(\.targets.keys))
    for watches in earlier {
      for number in watches.targets.keys where !kept.contains(number) { watches.notices.remove(number) }
    }
  }
}
