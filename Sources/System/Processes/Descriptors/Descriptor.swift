#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Calls on file descriptors that are safe in a signal handler: they allocate no memory and take no lock.
package enum Descriptor {
  /// Writes all bytes, however long that takes, also to a descriptor that does not block.
  /// - Returns: The `errno` of the write that failed; nil if everything is written.
  @discardableResult
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      #if canImport(Darwin)
      let count = Darwin.write(descriptor, start, rest.count)
      #else
      let count = Glibc.write(descriptor, start, rest.count)
      #endif
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// Whether a pipe or a socket has no reader any more.
  package static func hasNoReader(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// The first bytes of a file, at most `limit` of them; what could be read, if reading fails. This allocates
  /// memory.
  static func start(of file: Int32, limit: Int) -> [UInt8] {
    let size = min(limit, sizeOfFile(file) ?? 0)
    return Array(unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = pread(file, buffer.baseAddress! + count, size - count, off_t(count))
        if read <= 0 { return }
        count += read
      }
    }
  }

  /// Copies the end of a file, at most `limit` bytes of it, to another descriptor by way of `buffer`.
  package static func copyEnd(
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

  /// Whether two descriptors lead to the same file, pipe or terminal.
  package static func leadToSameFile(_ one: Int32, _ other: Int32) -> Bool {
    var (first, second) = (stat(), stat())
    return fstat(one, &first) == 0 && fstat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// The number of bytes of a file; nil if the descriptor leads to something else, such as a pipe.
  package static func sizeOfFile(_ descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Duplicates a descriptor, which programs that are started later do not inherit.
  /// - Parameter lowest: The lowest number that it may have.
  static func duplicate(_ descriptor: Int32, from lowest: Int32 = 0) throws(SystemCallError) -> Int32 {
    let number = fcntl(descriptor, F_DUPFD_CLOEXEC, lowest)
    guard number >= 0 else { throw SystemCallError("fcntl", errno) }
    return number
  }

  package static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
    _ = Darwin.close(descriptor)
    #else
    _ = Glibc.close(descriptor)
    #endif
  }

  /// Prevents programs that are started later from inheriting the descriptor.
  package static func closeOnExecute(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC)
  }
}
