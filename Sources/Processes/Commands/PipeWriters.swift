import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Finds the processes that can write to a pipe, by examining every process of the system.
///
/// That takes some milliseconds, so do it only in the rare case that something waits for them.
enum PipeWriters {
  /// One process and one pipe.
  struct Writer: Equatable {
    let pipe: Pipe
    let process: Int32
    let status: ProcessStatus
  }

  /// A pipe; valid as long as a process has it open.
  struct Pipe: Hashable {
    let inode: UInt64

    init(inode: UInt64) { self.inode = inode }

    /// The pipe behind a descriptor.
    init(_ descriptor: Int32) {
      var status = stat()
      fstat(descriptor, &status)
      inode = UInt64(status.st_ino)
    }

    /// Parses the destination of a link in `/proc/PID/fd`: `pipe:[4711]`. Nil for anything else.
    init?(link: String) {
      guard link.hasPrefix("pipe:["), link.hasSuffix("]"), let inode = UInt64(link.dropFirst(6).dropLast())
      else { return nil }
      self.inode = inode
    }
  }

  /// The visible processes that can write: not those of other users, and on Linux only.
  static func of(_ pipes: Set<Pipe>) -> [Writer] {
    #if os(Linux)
    guard !pipes.isEmpty else { return [] }
    return ProcessStatus.processes.flatMap { process in
      let held = pipesWritten(by: process).intersection(pipes)
      guard !held.isEmpty, let status = ProcessStatus.of(process) else { return [Writer]() }
      return held.map { Writer(pipe: $0, process: process, status: status) }
    }
    #else
    return []
    #endif
  }

  #if os(Linux)
  private static func entries(of directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }

  private static func pipesWritten(by process: Int32) -> Set<Pipe> {
    let directory = "/proc/\(process)/fd"
    var pipes: Set<Pipe> = []
    for entry in entries(of: directory) {
      let path = directory + "/" + entry
      guard let link = destination(of: path), let pipe = Pipe(link: link) else { continue }
      // The permissions of the link say how the descriptor is open; that of this process is open for reading.
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IWUSR != 0 { pipes.insert(pipe) }
    }
    return pipes
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
