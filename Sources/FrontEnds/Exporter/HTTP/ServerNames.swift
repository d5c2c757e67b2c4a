#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The names by which clients may ask for a server.
///
/// A page of the web can let its own name lead to an address of this machine, and read what a browser gets
/// there. The browser still says that name.
struct ServerNames: Sendable {
  private let names: Set<String>

  /// - Parameters:
  ///   - host: Where the server listens.
  ///   - machine: The name of this machine.
  init(_ host: String, machine: String = Self.machine) {
    let name = machine.lowercased()
    let short = String(name.prefix { $0 != "." })
    names = ["localhost", host.lowercased(), name, short, short + ".local"]
  }

  /// Whether a client means this server that asks for a host, perhaps with a port.
  func contain(_ host: String) -> Bool {
    var name = host[...]
    if name.hasPrefix("[") {
      guard let end = name.firstIndex(of: "]"), Self.isPort(name[name.index(after: end)...]) else {
        return false
      }
      return Self.isAddress(String(name[name.index(after: name.startIndex)..<end]), AF_INET6)
    }
    if let colon = name.lastIndex(of: ":") { name = name[..<colon] }
    // A name may end with the root.
    if name.hasSuffix(".") { name.removeLast() }
    return names.contains(name.lowercased()) || Self.isAddress(String(name), AF_INET)
  }

  /// Whether a text is empty, or a colon and digits.
  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first == ":" && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var address = in6_addr()
    return inet_pton(family, text, &address) == 1
  }

  private static var machine: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "localhost" }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }
}
