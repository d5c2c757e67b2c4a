#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

extension PathTrail {
  /// Resolves a path in the current file system.
  init(_ path: String) { self.init(path, look: Entry.init(at:)) }
}

extension PathTrail.Entry {
  /// The entry at a path. It is `missing` if the path cannot be accessed.
  init(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      self = .missing
      return
    }
    guard status.st_mode & S_IFMT == S_IFLNK else {
      self = .other
      return
    }
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    let target = String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    self = target.isEmpty ? .missing : .link(to: target)
  }
}
