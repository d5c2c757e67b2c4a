import Dispatch
import SignalboxCore
import Transfers

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An address to connect to, of any family.
struct SocketAddress: Sendable, Equatable {
  let family: CInt
  private let bytes: [UInt8]

  #if canImport(Darwin)
  static let stream = SOCK_STREAM
  #else
  static let stream = CInt(SOCK_STREAM.rawValue)
  #endif

  private init(_ info: addrinfo) {
    family = info.ai_family
    bytes = Array(UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(bytes.count)) }
    }
  }

  // MARK: Names

  /// The addresses of a host, at least one, in the order in which to try them.
  ///
  /// The look-up of the system blocks its thread and cannot be cancelled. When the task is cancelled, the
  /// look-up continues on a thread of Dispatch, and its result is dropped.
  /// - Throws: ``NetworkFailure``, or `CancellationError`.
  static func lookUp(host: String, port: UInt16) async throws -> [SocketAddress] {
    let answer = FirstAnswer<[SocketAddress]>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        answer.deliver(to: continuation)
        DispatchQueue.global().async { answer.give(Result { try lookUpBlocking(host: host, port: port) }) }
      }
    } onCancel: {
      answer.give(.failure(CancellationError()))
    }
  }

  private static func lookUpBlocking(host: String, port: UInt16) throws -> [SocketAddress] {
    guard isLoopback(host) else { return try addresses(of: host, port: port) }
    // Many systems know only one family for this name, and a server may listen on the other one.
    var found = (try? addresses(of: host, port: port)) ?? []
    for number in ["127.0.0.1", "::1"] {
      let address = try? addresses(of: number, port: port)
      found += (address ?? []).filter { !found.contains($0) }
    }
    return found
  }

  /// Whether a name is that of this machine, by RFC 6761.
  private static func isLoopback(_ host: String) -> Bool {
    var name = host.lowercased()[...]
    if name.hasSuffix(".") { name.removeLast() }
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  private static func addresses(of host: String, port: UInt16) throws -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = stream
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    defer { if list != nil { freeaddrinfo(list) } }
    guard code == 0 else {
      throw code == EAI_NONAME ? NetworkFailure.unknownHost : .other(String(cString: gai_strerror(code)))
    }
    let addresses = sequence(first: list) { $0?.pointee.ai_next }
      .prefix { $0 != nil }
      .compactMap { $0.map { SocketAddress($0.pointee) } }
    guard !addresses.isEmpty else { throw NetworkFailure.unknownHost }
    return addresses
  }
}
