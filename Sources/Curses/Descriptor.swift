#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Calls on file descriptors that a signal handler may make: no memory is allocated and no lock is taken.
enum Descriptor {
  /// Writes all bytes, however many calls that takes. Gives up when the other side is gone.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      #if canImport(Darwin)
      let count = Darwin.write(descriptor, start, rest.count)
      #else
      let count = Glibc.write(descriptor, start, rest.count)
      #endif
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR && errno != EAGAIN {
        return
      }
    }
  }

  /// Copies the end of a file, at most `limit` bytes of it, to another descriptor by way of `buffer`.
  static func copyEnd(
    of file: Int32, limit: Int, to descriptor: Int32, buffer: UnsafeMutableRawBufferPointer
  ) {
    let end = lseek(file, 0, SEEK_END)
    var offset = max(0, end - off_t(limit))
    while offset < end {
      let count = pread(file, buffer.baseAddress, buffer.count, offset)
      guard count > 0 else { return }
      write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: descriptor)
      offset += off_t(count)
    }
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
    _ = Darwin.close(descriptor)
    #else
    _ = Glibc.close(descriptor)
    #endif
  }

  /// Keeps the descriptor from programs started later.
  static func closeOnExecute(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC)
  }
}
