#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Writing to a descriptor that may be a pipe, a file or a terminal.
enum BlockingWrite {
  /// Writes all bytes, for as long as that takes, also to a descriptor that does not block.
  /// - Returns: The `errno` of the write that failed; nil if everything is written.
  static func all(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&question, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
