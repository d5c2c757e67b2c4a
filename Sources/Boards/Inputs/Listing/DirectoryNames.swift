#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What a directory contains.
struct DirectoryNames {
  enum Kind { case file, directory, link, other }

  /// Sorted, without `.` and `..`.
  private(set) var entries: [(name: [UInt8], kind: Kind, stamp: FileStamp)] = []

  /// Nil if it is not a directory or cannot be read.
  /// - Parameter followsLink: Whether the path itself may be a symbolic link.
  init?(_ path: PathBytes, followsLink: Bool) {
    guard
      let entries = Self.read(path, followsLink, { directory, name in Self.entry(name, in: directory) })
    else { return nil }
    self.entries = entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  /// Only one name, if the directory lists it. Nil if it is not a directory or cannot be read.
  init?(_ path: PathBytes, followsLink: Bool, only name: PathBytes, _ cache: ListingCache) {
    let known = cache.names[path] ?? Self.read(path, followsLink) { _, name in name }.map(Set.init)
    guard let known else { return nil }
    cache.names[path] = known
    if known.contains(name), let entry = Self.entry(path.appending(name), in: AT_FDCWD) {
      entries = [(name, entry.kind, entry.stamp)]
    }
  }

  /// What there is of each name, without `.` and `..`.
  private static func read<Element>(
    _ path: PathBytes, _ followsLink: Bool, _ element: (_ directory: Int32, _ name: PathBytes) -> Element?
  ) -> [Element]? {
    let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
    let descriptor = path.withCString { open($0, flags) }
    guard descriptor >= 0 else { return nil }
    guard let directory = fdopendir(descriptor) else {
      _ = close(descriptor)
      return nil
    }
    defer { closedir(directory) }
    var elements: [Element] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else { return errno == 0 ? elements : nil }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0)))
        }
      }
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      if let element = element(descriptor, name) { elements.append(element) }
    }
  }

  /// Nil if the name has just vanished.
  private static func entry(
    _ name: PathBytes, in directory: Int32
  ) -> (name: PathBytes, kind: Kind, stamp: FileStamp)? {
    var status = stat()
    guard name.withCString({ fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { return nil }
    return (name, kind(status.st_mode), FileStamp(status))
  }

  private static func kind(_ mode: mode_t) -> Kind {
    switch mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .directory
    case S_IFLNK: .link
    default: .other
    }
  }
}
