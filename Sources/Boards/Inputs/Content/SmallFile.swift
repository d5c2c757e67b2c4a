internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A file that is read as a whole, such as a list of rules.
enum SmallFile {
  enum Outcome: Equatable {
    case bytes([UInt8])
    case missing
    case tooLarge
    /// It is no file, or the system refuses.
    case unreadable
  }

  /// Something else than a file is opened, but not waited for.
  static func read(_ path: PathBytes, limit: Int, followsLinks: Bool) -> Outcome {
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = path.withCString { open($0, flags) }
    guard descriptor >= 0 else { return errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable }
    defer { Descriptor.close(descriptor) }
    guard Descriptor.sizeOfFile(descriptor) != nil else { return .unreadable }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let part = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(-1, pread(descriptor, buffer.baseAddress, buffer.count, off_t(bytes.count)))
        if count < 0 { count = 0 }
      }
      if part.isEmpty { return .bytes(bytes) }
      bytes += part
    }
    return .tooLarge
  }
}

extension [UInt8] {
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (self + [0]).withUnsafeBufferPointer {
      $0.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map(body) ?? "".withCString(body)
      }
    }
  }
}
