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
  /// - Parameters:
  ///   - followsLink: Whether the path itself may be a symbolic link.
  ///   - only: The only name that is wanted, as the directory lists it; nil for all.
  init?(_ path: PathBytes, followsLink: Bool, only: PathBytes? = nil) {
    let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
    let descriptor = path.withCString { open($0, flags) }
    guard descriptor >= 0 else { return nil }
    guard let directory = fdopendir(descriptor) else {
      _ = close(descriptor)
      return nil
    }
    defer { closedir(directory) }
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        if errno != 0 { return nil }
        break
      }
      let found: PathBytes? = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 256) {
          let name = UnsafeBufferPointer(start: $0, count: strlen($0))
          return only.map { $0.elementsEqual(name) } == false ? nil : Array(name)
        }
      }
      guard let name = found, name != [0x2E], name != [0x2E, 0x2E] else { continue }
      var status = stat()
      // A name that has just vanished is not there any more.
      guard name.withCString({ fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { continue }
      entries.append((name, Self.kind(status.st_mode), FileStamp(status)))
    }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
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
