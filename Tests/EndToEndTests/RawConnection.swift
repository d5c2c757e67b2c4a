import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A connection to the socket of a box that sends and reads any bytes. The calls of this class block.
final class RawConnection {
  private let descriptor: Int32

  /// Connects; nil if the box does not accept more connections at the moment.
  init?(_ path: String) {
    #if canImport(Darwin)
    descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8.prefix(100))) }
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    _ = fcntl(descriptor, F_SETFL, 0)
    // The end of this object closes the descriptor, now too.
    guard result == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends bytes. Returns false if the box has closed the connection.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
      let flags: Int32 = 0
      #else
      let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Reads until the box closes the connection; nil if it does not in time.
  func readToEnd() -> String? {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        text += buffer[..<count]
      } else if count == 0 || errno == ECONNRESET {
        return String(decoding: text, as: UTF8.self)
      } else {
        return nil
      }
    }
  }
}
