import Foundation
import PseudoTerminal

/// The least that a shared start needs of an etcd: the same kinds of requests as those of a box, by a client
/// that does nothing else, on connections that stay open.
final class EtcdFloor {
  struct Failure: Error {
    let text: String
  }

  private static let prefix = "/floor/"
  private let socket: Int32
  private let host: String
  private var number = 0

  /// - Parameter endpoint: `http://127.0.0.1:PORT`
  init(_ endpoint: String) throws {
    host = String(endpoint.dropFirst("http://".count))
    guard let port = UInt16(host.drop { $0 != ":" }.dropFirst()) else {
      throw Failure(text: "\(endpoint) has no port")
    }
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw Failure(text: "\(endpoint): error \(errno)") }
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(socket) }

  /// A linearizable read, and a write that compares what was read.
  func claim() throws {
    let ranges = ["host/", "board/", "run/a/", "run/b/", "last/b"].map { #"{"request_range":\#(range($0))}"# }
    let read = try send("kv/txn", #"{"success":[\#(ranges.joined(separator: ","))]}"#)
    guard read.contains("response_range") else { throw Failure(text: read) }
    let compared = ["board/", "run/a/", "run/b/"].map {
      #"{"target":"MOD","result":"LESS","mod_revision":"1000000000",\#(range($0).dropFirst())"#
    }
    let put =
      #"{"request_put":{"key":"\#(key("run/a/0"))","value":"\#(key(String(repeating: "v", count: 150)))"}}"#
    let answer = try send(
      "kv/txn", #"{"compare":[\#(compared.joined(separator: ","))],"success":[\#(put)]}"#)
    guard answer.contains("response_put") else { throw Failure(text: answer) }
  }

  /// A write that deletes what ``claim()`` has written.
  func release() throws {
    let delete = #"{"request_delete_range":{"key":"\#(key("run/a/0"))"}}"#
    let put =
      #"{"request_put":{"key":"\#(key("last/a"))","value":"\#(key(String(repeating: "v", count: 150)))"}}"#
    let answer = try send("kv/txn", #"{"success":[\#(delete),\#(put)]}"#)
    guard answer.contains("response_delete") else { throw Failure(text: answer) }
  }

  /// Watches from now on.
  func watch() throws {
    write("watch", #"{"create_request":\#(range(""))}"#)
    try waitForChange(containing: "\"created\":true")
  }

  /// Waits until the watch tells of a change.
  func waitForChange(containing text: String = "\"events\"") throws {
    var answer = ""
    while !answer.contains(text) { answer += try read() }
  }

  private func key(_ text: String) -> String { Data((Self.prefix + text).utf8).base64EncodedString() }

  private func range(_ name: String) -> String {
    #"{"key":"\#(key(name))","range_end":"\#(Data((Self.prefix + name).utf8.dropLast() + [0x30]).base64EncodedString())"}"#
  }

  private func write(_ function: String, _ json: String) {
    let text =
      "POST /v3/\(function) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)"
    _ = Array(text.utf8).withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, 0) }
  }

  private func read() throws -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else { throw Failure(text: "the connection has ended") }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private func send(_ function: String, _ json: String) throws -> String {
    write(function, json)
    var answer = ""
    while true {
      answer += try read()
      guard let end = answer.range(of: "\r\n\r\n") else { continue }
      let body = answer[end.upperBound...]
      if let length = answer[..<end.lowerBound].firstMatch(of: /Content-Length: (\d+)/),
        let size = Int(length.1)
      {
        if body.utf8.count >= size { return String(body) }
      } else if body.hasSuffix("0\r\n\r\n") {
        return String(body)
      }
    }
  }
}
