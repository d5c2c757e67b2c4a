#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What the system says of a file without its content.
struct FileStamp: Sendable, Hashable {
  var device: UInt64 = 0
  var inode: UInt64 = 0
  var size: Int64 = 0
  /// When its content was changed, in nanoseconds since 1970, as far as the system knows. Programs can set
  /// it.
  var modified: Int64 = 0
  /// When anything of it was changed. Programs cannot set it.
  var changed: Int64 = 0
  var mode: UInt32 = 0
  /// The number of its names.
  var links: UInt32 = 0

  init() {}

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(truncatingIfNeeded: status.st_size)
    #if canImport(Darwin)
    (modified, changed) = (Self.nanoseconds(status.st_mtimespec), Self.nanoseconds(status.st_ctimespec))
    #else
    (modified, changed) = (Self.nanoseconds(status.st_mtim), Self.nanoseconds(status.st_ctim))
    #endif
    mode = UInt32(truncatingIfNeeded: status.st_mode)
    links = UInt32(truncatingIfNeeded: status.st_nlink)
  }

  /// All that it consists of, to be written into a file.
  var numbers: [UInt64] {
    [
      device, inode, UInt64(bitPattern: size), UInt64(bitPattern: modified),
      UInt64(bitPattern: changed &- modified),
      UInt64(mode), UInt64(links),
    ]
  }

  /// Nil if these are not the numbers of one.
  init?(_ numbers: [UInt64]) {
    guard numbers.count == 7, let mode = UInt32(exactly: numbers[5]), let links = UInt32(exactly: numbers[6])
    else { return nil }
    (device, inode, size) = (numbers[0], numbers[1], Int64(bitPattern: numbers[2]))
    modified = Int64(bitPattern: numbers[3])
    changed = modified &+ Int64(bitPattern: numbers[4])
    (self.mode, self.links) = (mode, links)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(truncatingIfNeeded: time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
      &+ Int64(truncatingIfNeeded: time.tv_nsec)
  }

  private var format: UInt32 { mode & UInt32(S_IFMT) }
  var isFile: Bool { format == UInt32(S_IFREG) }
  var isLink: Bool { format == UInt32(S_IFLNK) }

  /// Whether somebody may have written the file between two stamps, or put another one in its place. A mode,
  /// or the number of links, does not count.
  func isTouched(since earlier: FileStamp) -> Bool {
    device != earlier.device || inode != earlier.inode || size != earlier.size
      || modified != earlier.modified
  }

  /// How far the clocks of file systems may be behind, in nanoseconds.
  static let margin: Int64 = 2_000_000_000

  /// Whether a later change of the file would give it another stamp: the clocks of file systems are coarse.
  /// - Parameters:
  ///   - time: When the file was read, in nanoseconds since 1970.
  ///   - margin: How far the clock of the file system may be behind.
  func isSettled(at time: Int64, margin: Int64 = margin) -> Bool {
    max(modified, changed) <= time &- margin
  }

  /// The present time in nanoseconds since 1970.
  static func now() -> Int64 { FileTime.now() }
}

/// The clock that the times of files are compared with.
package enum FileTime {
  /// The present time in nanoseconds since 1970.
  package static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
