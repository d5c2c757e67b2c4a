internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Directories that only the user of this process may change.
enum PrivateDirectory {
  /// Creates a directory and those above it that are missing. Only the user may enter those that are created.
  static func create(_ path: String) throws(RendezvousError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let end = path.lastIndex(of: "/"), end != path.startIndex else {
      throw .refused(path)
    }
    try create(String(path[..<end]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .refused(path) }
  }

  /// Checks that a path leads to a directory of the user that others cannot change.
  /// - Parameter allowsLink: Whether the last part of the path may be a symbolic link.
  static func check(_ path: String, allowsLink: Bool) throws(RendezvousError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (allowsLink ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else {
      if errno == ELOOP || errno == ENOTDIR {
        throw .unusable(path: path, reason: "it is not a directory, or a link to one")
      }
      throw .refused(path)
    }
    defer { Descriptor.close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .refused(path) }
    guard status.st_uid == geteuid() else {
      throw .unusable(path: path, reason: "it belongs to another user")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw .unusable(path: path, reason: "other users may change it")
    }
  }

  /// Checks that other users can neither rename nor remove what this user creates in a directory, as in
  /// `/tmp`.
  static func checkParent(_ path: String) throws(RendezvousError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .refused(path) }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .unusable(path: path, reason: "it belongs to another user")
    }
    guard status.st_mode & 0o022 == 0 || status.st_mode & S_ISVTX != 0 else {
      throw .unusable(path: path, reason: "other users may change it")
    }
  }
}
