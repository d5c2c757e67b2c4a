import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Requests to servers on 127.0.0.1. They block the thread.
enum Web {
  struct Answer: Equatable {
    var status: Int
    var body: String
  }

  /// Sends a request of HTTP/1.0; nil if nothing listens, or the answer is no HTTP.
  static func request(
    _ port: UInt16, _ path: String, method: String = "GET", json: String? = nil
  ) -> Answer? {
    let descriptor = open()
    defer { close(descriptor) }
    var address = loopback(port: port)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { return nil }
    let body = json ?? ""
    let head = json == nil ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    let text = Array("\(method) \(path) HTTP/1.0\r\nHost: 127.0.0.1\r\n\(head)\r\n\(body)".utf8)
    guard text.withUnsafeBytes({ send(descriptor, $0.baseAddress, $0.count, 0) }) == text.count else {
      return nil
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { bytes += buffer[..<count] }
    let answer = String(decoding: bytes, as: UTF8.self)
    guard let end = answer.range(of: "\r\n\r\n"),
      let status = answer.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return Answer(status: status, body: String(answer[end.upperBound...]))
  }

  private static func open() -> Int32 {
    #if canImport(Darwin)
    socket(AF_INET, SOCK_STREAM, 0)
    #else
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
