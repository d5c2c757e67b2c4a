/// A connection that must come about for the run to succeed.
///
///     let probe = TCPProbe("localhost:5432")   // port 5432
public struct TCPProbe: Sendable, Equatable {
  /// A name or an address; an IPv6 address without its brackets.
  public let host: String
  /// From 1.
  public let port: UInt16
  /// How long connecting may take, looking up the name included.
  public let timeout: Duration

  /// How long connecting may take when the board does not say.
  public static let defaultTimeout = Duration.seconds(10)

  public init(host: String, port: UInt16, timeout: Duration = Self.defaultTimeout) {
    self.host = host
    self.port = port
    self.timeout = timeout
  }

  /// Reads `host:port`, where an IPv6 address stands in brackets; nil when the text is something else.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]), port > 0,
      let host = Self.host(text[..<colon])
    else { return nil }
    self.init(host: host, port: port)
  }

  /// The host of an address, without the brackets; nil for what cannot be one.
  static func host(_ text: Substring) -> String? {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.count > 2
    let name = isBracketed ? text.dropFirst().dropLast() : text
    guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || "/@[]?#".contains($0) }),
      isBracketed == name.contains(":")
    else { return nil }
    return String(name)
  }
}

extension TCPProbe: CustomStringConvertible {
  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
