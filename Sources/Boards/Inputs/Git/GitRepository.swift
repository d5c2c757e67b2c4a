#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What is known of a repository without starting git, whose configuration can name programs.
final class GitRepository {
  /// The most bytes of an index.
  private static let indexLimit = 256 << 20

  /// The directories with its index and its further rules.
  let directories: [PathBytes]
  /// Its uppermost directory.
  let root: PathBytes
  /// Nil if it does not say which files are tracked. All files count then. It is read when it is needed: many
  /// listings come upon nothing that is ignored.
  private(set) lazy var index: GitIndex? = readIndex()
  /// The rules in `.git/info/exclude`. Read, as the index is, when its directory is watched already.
  private(set) lazy var rules = readRules()

  /// Nil if a directory is not the uppermost one of a repository. Its `.git` may be a file, as in submodules
  /// and further worktrees.
  init?(at root: PathBytes) {
    guard var directory = Self.gitDirectory(of: root) else { return nil }
    self.root = root
    let own = directory
    if let common = Self.line(of: directory.appending("commondir".utf8)) {
      directory = common.first == PathBytes.slash ? common : directory.appending(common)
    }
    directories = [own, directory.appending("info".utf8)]
  }

  private func readRules() -> IgnoreRules {
    let file = directories[1].appending("exclude".utf8)
    guard case .bytes(let bytes) = SmallFile.read(file, limit: IgnoreRules.sizeLimit, followsLinks: true)
    else { return IgnoreRules([]) }
    return IgnoreRules(bytes)
  }

  private func readIndex() -> GitIndex? {
    let file = directories[0].appending("index".utf8)
    return switch SmallFile.read(file, limit: Self.indexLimit, followsLinks: true) {
    case .bytes(let bytes): try? GitIndex(bytes)
    case .missing: GitIndex()
    case .tooLarge, .unreadable: nil
    }
  }

  /// The repository in whose working tree a directory lies.
  /// - Parameter known: Repositories by their uppermost directories, which are not read again.
  static func around(_ directory: PathBytes, _ known: inout [PathBytes: GitRepository]) -> GitRepository? {
    var place = directory
    while true {
      if let repository = known[place] ?? GitRepository(at: place) {
        known[place] = repository
        return repository
      }
      guard place.count > 1 else { return nil }
      place = place.parent.directory
    }
  }

  private static func gitDirectory(of root: PathBytes) -> PathBytes? {
    var directory = root.appending(".git".utf8)
    if let line = line(of: directory) {
      let prefix = Array("gitdir: ".utf8)
      guard line.starts(with: prefix) else { return nil }
      let target = Array(line.dropFirst(prefix.count))
      directory = target.first == PathBytes.slash ? target : root.appending(target)
    }
    var status = stat()
    return directory.appending("HEAD".utf8).withCString { lstat($0, &status) } == 0 ? directory : nil
  }

  /// The only line of a file.
  private static func line(of path: PathBytes) -> PathBytes? {
    guard case .bytes(var bytes) = SmallFile.read(path, limit: 8_192, followsLinks: true) else { return nil }
    while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }
}

extension IgnoreRules {
  /// The most bytes of a file of rules.
  static let sizeLimit = 1 << 19
}
