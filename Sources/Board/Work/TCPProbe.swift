/// A TCP connection that must succeed.
///
///     let probe = TCPProbe("localhost:5432")   // port 5432
public struct TCPProbe: Sendable, Equatable {
  /// A name or an address. An IPv6 address has no brackets.
  public let host: String
  /// The port; at least 1.
  public let port: UInt16
  /// The time after which a connection counts as a failure, even if it succeeds; nil for no such limit.
  public let slowerThan: Duration?
  /// The time limit of connecting, including the resolution of the name.
  public let timeout: Duration

  /// The time limit if the board does not set one.
  public static let defaultTimeout = Duration.seconds(10)

  public init(
    host: String, port: UInt16, slowerThan: Duration? = nil, timeout: Duration = Self.defaultTimeout
  ) {
    self.host = host
    self.port = port
    self.slowerThan = slowerThan
    self.timeout = timeout
  }

  /// Parses `host:port`, where an IPv6 address is in brackets. Returns nil for other text.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let host = Self.host(text[..<colon]) else { return nil }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(digits), port > 0
    else { return nil }
    self.init(host: host, port: port)
  }

  /// A host as in an address, without its brackets; nil if the text is not a valid host.
  static func host(_ text: some StringProtocol) -> String? {
    if text.hasPrefix("["), text.hasSuffix("]") {
      let address = text.dropFirst().dropLast()
      let digits = address.prefix { $0 != "%" }
      guard digits.count(where: { $0 == ":" }) >= 2,
        digits.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
      else { return nil }
      return String(address)
    }
    guard !text.isEmpty, !text.contains(where: { $0.isWhitespace || ":/@[]?#%".contains($0) }) else {
      return nil
    }
    return String(text)
  }
}

extension TCPProbe: CustomStringConvertible {
  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
