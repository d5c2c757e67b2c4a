/// Where a server listens.
///
///     ListenAddress("[::1]:9180")   // host ::1, port 9180
package struct ListenAddress: Sendable, Equatable {
  /// A name or an address. An IPv6 address has no brackets.
  package var host: String
  /// The port; 0 for a free one that the system chooses.
  package var port: UInt16

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses `host:port`, where an IPv6 address is in brackets. Returns nil for other text.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(digits)
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(where: { $0.isWhitespace || ":/@[]?#".contains($0) }) {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.init(host: String(host), port: port)
  }
}

extension ListenAddress: CustomStringConvertible {
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
