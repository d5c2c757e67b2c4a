#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The two ends of the channel between a person and a program that they enter.
package struct TerminalChannel {
  /// For the side of the person: see ``TerminalBridge``.
  package let near: Int32
  /// For the side of the program: see ``TerminalVisit``.
  package let far: Int32

  /// Both ends are closed on exec. Whoever takes an end closes it.
  package init() throws(SystemCallError) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.kind, 0, &ends) == 0 else { throw SystemCallError("socketpair", errno) }
    for end in ends {
      Descriptor.closeOnExecute(end)
      #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      #endif
    }
    (near, far) = (ends[0], ends[1])
  }

  /// Writes as many bytes as an end takes, without a signal if the other end is closed.
  /// - Returns: The number of bytes; -1 if that fails, and `errno` says why.
  static func write(_ bytes: UnsafeRawBufferPointer, to end: Int32) -> Int {
    #if canImport(Darwin)
    return send(end, bytes.baseAddress, bytes.count, 0)
    #else
    return send(end, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }

  private static let kind: Int32 = {
    #if canImport(Darwin)
    return SOCK_STREAM
    #else
    return Int32(SOCK_STREAM.rawValue)
    #endif
  }()
}
