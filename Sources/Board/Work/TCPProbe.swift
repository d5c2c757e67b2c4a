/// A connection that must come about for the run to succeed.
///
///     let probe = TCPProbe("localhost:5432")   // port 5432
public struct TCPProbe: Sendable, Equatable {
  /// A name or an address; an IPv6 address without its brackets.
  public let host: String
  /// From 1.
  public let port: UInt16
  /// The longest time that connecting may take; a slower connection fails when it is made. Nil for no limit
  /// but `timeout`.
  public let slowerThan: Duration?
  /// How long connecting may take, looking up the name included.
  public let timeout: Duration

  /// How long connecting may take when the board does not say.
  public static let defaultTimeout = Duration.seconds(10)

  public init(
    host: String, port: UInt16, slowerThan: Duration? = nil, timeout: Duration = Self.defaultTimeout
  ) {
    self.host = host
    self.port = port
    self.slowerThan = slowerThan
    self.timeout = timeout
  }

  /// Reads `host:port`, where an IPv6 address stands in brackets; nil when the text is something else.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let host = Self.host(text[..<colon]) else { return nil }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(digits), port > 0
    else { return nil }
    self.init(host: host, port: port)
  }

  /// The host of an address, without its brackets; nil for what cannot be one.
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
