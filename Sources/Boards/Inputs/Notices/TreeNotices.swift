#if os(Linux)
internal import CProcess
internal import Glibc
internal import Processes

/// The kernel's notices about files and directories.
package final class TreeNotices: Sendable {
  package struct Notice: Sendable {
    /// The number of the watch; -1 if notices were lost.
    let watch: Int32
    let mask: UInt32
    /// The name in the watched directory; empty for a notice about what is watched itself.
    let name: [UInt8]

    func has(_ event: Int32) -> Bool { mask & UInt32(bitPattern: event) != 0 }
  }

  /// Reading is no change: programs that read inputs must not be noticed.
  private static let events =
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB
    | IN_DELETE_SELF | IN_MOVE_SELF

  /// Ready when there are notices.
  package let descriptor: Int32

  /// Nil if the user has no instances left.
  package init?() {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit { Descriptor.close(descriptor) }

  /// Watches a directory or a file, following a link. From any thread.
  func watch(_ path: PathBytes) -> Watch {
    path.withCString { name in
      let watch = inotify_add_watch(descriptor, name, UInt32(bitPattern: Self.events))
      return watch >= 0 ? .set(watch) : errno == ENOENT || errno == ENOTDIR ? .missing : .impossible
    }
  }

  /// Whether a path is on a file system that does not notice what other machines do.
  static func isRemote(_ path: PathBytes) -> Bool {
    let kind = path.withCString { file_system_kind($0) }
    return kind < 0 || remote.contains(UInt32(truncatingIfNeeded: kind))
  }

  /// NFS, SMB, CIFS, FUSE, 9P, AFS, Ceph, VirtualBox.
  private static let remote: Set<UInt32> = [
    0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x6573_5546, 0x0102_1997, 0x5346_414F, 0x00C3_6400, 0x786F_4256,
  ]

  func remove(_ watch: Int32) { _ = inotify_rm_watch(descriptor, watch) }

  /// All notices that there are now, and not those that come while they are read: somebody may write faster.
  package func read() -> [Notice] {
    var size: Int32 = 0
    if ioctl(descriptor, UInt(FIONREAD), &size) != 0 { size = .max }
    return withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
      var (notices, rest) = ([Notice](), Int(size))
      while rest > 0 {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        rest -= count
        Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &notices)
      }
      return notices
    }
  }

  private static func parse(_ bytes: UnsafeRawBufferPointer, into notices: inout [Notice]) {
    let size = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + size <= bytes.count {
      let header = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = offset + size + Int(header.len)
      guard end <= bytes.count else { return }
      // The name is padded with zero bytes.
      let name = bytes[(offset + size)..<end].prefix { $0 != 0 }
      notices.append(Notice(watch: header.wd, mask: header.mask, name: Array(name)))
      offset = end
    }
  }
}
#else
/// Without notices files are polled.
package final class TreeNotices: Sendable {
  package struct Notice: Sendable {}

  package let descriptor: Int32 = -1
  package init?() { return nil }
  func watch(_ path: PathBytes) -> Watch { .impossible }
  static func isRemote(_ path: PathBytes) -> Bool { true }
  func remove(_ watch: Int32) {}
  package func read() -> [Notice] { [] }
}
#endif

extension TreeNotices {
  enum Watch {
    /// The number of the watch.
    case set(Int32)
    /// There is nothing with this path.
    case missing
    /// The limit of watches is reached, or the system refuses.
    case impossible
  }
}
