#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A pipe by which a process wakes one of its threads: signal handlers and other threads write bytes, and
/// that thread waits until they can be read.
///
/// Neither end blocks, and programs that are started later inherit neither.
struct SelfPipe: Sendable {
  /// Becomes readable when a byte is written.
  let readEnd: Int32
  let writeEnd: Int32

  init() throws(SystemCallError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemCallError("pipe", errno) }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends {
      Descriptor.closeOnExecute(end)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
  }

  /// Writes a byte. It is dropped while the pipe is full, which wakes the reader just as well.
  func write(_ byte: UInt8) { Self.write(byte, to: writeEnd) }

  /// Writes a byte into the pipe with this write end. Safe in a signal handler.
  static func write(_ byte: UInt8, to writeEnd: Int32) {
    withUnsafeBytes(of: byte) { bytes in
      #if canImport(Darwin)
      _ = Darwin.write(writeEnd, bytes.baseAddress, 1)
      #else
      _ = Glibc.write(writeEnd, bytes.baseAddress, 1)
      #endif
    }
  }

  /// Reads the bytes that were written, in order and at most 64 of them; none if there are none.
  func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    #if canImport(Darwin)
    let count = Darwin.read(readEnd, &bytes, bytes.count)
    #else
    let count = Glibc.read(readEnd, &bytes, bytes.count)
    #endif
    return Array(bytes.prefix(max(0, count)))
  }

  func close() {
    for end in [readEnd, writeEnd] { Descriptor.close(end) }
  }
}
