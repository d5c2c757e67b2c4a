import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A connection to a port of this machine. Its calls block, so they run on a thread of Dispatch.
final class WebClient: Sendable {
  /// Nothing listens on the port, or the system has another reason.
  struct Refused: Error, CustomStringConvertible {
    let code: Int32
    var description: String { String(cString: strerror(code)) }
  }

  private let descriptor: Int32

  init(port: UInt16, host: String = "127.0.0.1") throws {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    #if canImport(Darwin)
    hints.ai_socktype = SOCK_STREAM
    #else
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    try #require(getaddrinfo(host, "\(port)", &hints, &list) == 0)
    defer { freeaddrinfo(list) }
    let info = try #require(list?.pointee)
    descriptor = socket(info.ai_family, info.ai_socktype, 0)
    // The end of this object closes the descriptor, now too.
    guard descriptor >= 0 else { throw Refused(code: errno) }
    if connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 { return }
    guard errno == EINTR else { throw Refused(code: errno) }
    // A signal of another test has interrupted the wait, and connecting goes on.
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&request, 1, -1) < 0, errno == EINTR {}
    var (code, size): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    guard code == 0 else { throw Refused(code: code) }
  }

  deinit { close(descriptor) }

  /// Sends a text; false if the server has closed the connection.
  @discardableResult
  func send(_ text: String) -> Bool {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    return Array(text.utf8).withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) } >= 0
  }

  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Everything until the server closes the connection; nil if it resets it.
  func answer() async -> String? {
    await onThread {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = recv(self.descriptor, &buffer, buffer.count, 0)
        if count < 0 { return nil }
        if count == 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes += buffer[..<count]
      }
    }
  }

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
  }
}

/// `send(2)`, which has the same name as the method that calls it.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int
{
  send(descriptor, bytes, count, flags)
}
