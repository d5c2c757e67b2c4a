import CProcess
import Essentials

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Finds the processes that can write to a pipe or terminal, by examining every process of the system.
///
/// That takes some milliseconds, so do it only in the rare case that something waits for them.
enum OutputWriters {
  /// One process and one channel.
  struct Writer: Equatable {
    let channel: Channel
    let process: Int32
    let status: ProcessStatus
  }

  /// What carries output; valid as long as a process has it open.
  enum Channel: Hashable {
    case pipe(inode: UInt64)
    /// The path of the side of programs, such as `/dev/pts/4`.
    case terminal(path: String)

    /// The channel that is read from a descriptor.
    init(_ descriptor: Int32) {
      var name: [CChar] = Array(repeating: 0, count: 128)
      if terminal_name(descriptor, &name, name.count) == 0 {
        self = .terminal(path: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
      } else {
        var status = stat()
        fstat(descriptor, &status)
        self = .pipe(inode: UInt64(status.st_ino))
      }
    }

    /// Parses the destination of a link in `/proc/PID/fd`: `pipe:[4711]` or `/dev/pts/4`. Nil for anything
    /// else.
    init?(link: String) {
      if link.hasPrefix("/dev/pts/"), Int32(link.dropFirst(9)) != nil {
        self = .terminal(path: link)
      } else if link.hasPrefix("pipe:["), link.hasSuffix("]"),
        let inode = UInt64(link.dropFirst(6).dropLast())
      {
        self = .pipe(inode: inode)
      } else {
        return nil
      }
    }
  }

  /// The visible processes that can write: not those of other users, and on Linux only.
  static func of(_ channels: Set<Channel>) -> [Writer] {
    #if os(Linux)
    guard !channels.isEmpty else { return [] }
    return ProcessStatus.processes.flatMap { process in
      let held = channelsWritten(by: process).intersection(channels)
      guard !held.isEmpty, let status = ProcessStatus.of(process) else { return [Writer]() }
      return held.map { Writer(channel: $0, process: process, status: status) }
    }
    #else
    return []
    #endif
  }

  #if os(Linux)
  private static func entries(of directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }

  private static func channelsWritten(by process: Int32) -> Set<Channel> {
    let directory = "/proc/\(process)/fd"
    var channels: Set<Channel> = []
    for entry in entries(of: directory) {
      let path = directory + "/" + entry
      guard let link = destination(of: path), let channel = Channel(link: link) else { continue }
      // The permissions of the link say how the descriptor is open; that of this process is open for reading.
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IWUSR != 0 { channels.insert(channel) }
    }
    return channels
  }

  private static func destination(of path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, buffer.count)
      return count > 0 ? String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self) : nil
    }
  }
  #endif
}
