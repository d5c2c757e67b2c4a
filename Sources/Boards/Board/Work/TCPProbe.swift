/// A TCP connection that must succeed.
///
///     let probe = TCPProbe("localhost:5432")   // port 5432
public struct TCPProbe: Sendable, Equatable {
  private enum Target: Sendable, Equatable {
    case known(host: String, port: UInt16)
    /// `host:port` with variables in it.
    case address(VariableText)
    case parts(host: VariableText, port: VariableText)
  }

  private let target: Target
  /// The time after which a connection counts as a failure, even if it succeeds; nil for no such limit.
  public let slowerThan: Duration?
  /// The time limit of connecting, including the resolution of the name.
  public let timeout: Duration

  /// The time limit if the board does not set one.
  public static let defaultTimeout = Duration.seconds(10)

  private init(_ target: Target, slowerThan: Duration?, timeout: Duration) {
    self.target = target
    self.slowerThan = slowerThan
    self.timeout = timeout
  }

  public init(
    host: String, port: UInt16, slowerThan: Duration? = nil, timeout: Duration = Self.defaultTimeout
  ) {
    self.init(.known(host: host, port: port), slowerThan: slowerThan, timeout: timeout)
  }

  /// A probe of an address with variables, `host:port`, or of one without.
  public init(address: VariableText) {
    let known = address.variables.isEmpty ? (try? address.text { _ in nil }).flatMap { TCPProbe($0) } : nil
    self = known ?? TCPProbe(.address(address), slowerThan: nil, timeout: Self.defaultTimeout)
  }

  /// A probe of a host and a port in which variables may be.
  public init(
    host: VariableText, port: VariableText, slowerThan: Duration? = nil,
    timeout: Duration = Self.defaultTimeout
  ) {
    let parts = Self(.parts(host: host, port: port), slowerThan: slowerThan, timeout: timeout)
    let isKnown = host.variables.isEmpty && port.variables.isEmpty
    self = isKnown ? (try? parts.resolved { _ in nil }) ?? parts : parts
  }

  /// Parses `host:port`, where an IPv6 address is in brackets. Returns nil for other text.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let host = Self.host(text[..<colon]),
      let port = Self.port(text[text.index(after: colon)...])
    else { return nil }
    self.init(host: host, port: port)
  }

  /// A name or an address, where an IPv6 address has no brackets; nil if it depends on variables.
  public var host: String? { if case .known(let host, _) = target { host } else { nil } }

  /// The port, at least 1; nil if it depends on variables.
  public var port: UInt16? { if case .known(_, let port) = target { port } else { nil } }

  /// The same probe with the values of the variables in its address.
  /// - Parameter value: Returns the value of a variable; nil if it is not set.
  /// - Throws: ``VariableText/Unset`` or ``NoAddress``.
  public func resolved(_ value: (_ name: String) -> String?) throws -> TCPProbe {
    let known: TCPProbe?
    switch target {
    case .known: return self
    case .address(let text): known = TCPProbe(try text.text(value))
    case .parts(let host, let port):
      let name = try host.text(value)
      if let host = Self.host(name) ?? Self.host("[\(name)]"), let port = Self.port(try port.text(value)) {
        known = TCPProbe(host: host, port: port)
      } else {
        known = nil
      }
    }
    guard let known else { throw NoAddress() }
    return TCPProbe(known.target, slowerThan: slowerThan, timeout: timeout)
  }

  /// The values of variables do not make an address.
  public struct NoAddress: Error, Equatable, CustomStringConvertible {
    public init() {}

    public var description: String { "`tcp` is not a host and a port such as localhost:5432" }
  }

  /// A port from 1; nil if the text is none.
  static func port(_ text: some StringProtocol) -> UInt16? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(text), port > 0
    else { return nil }
    return port
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
    guard !text.isEmpty, text.unicodeScalars.allSatisfy(\.isPartOfAddress),
      !text.contains(where: { ":/@[]?#%".contains($0) })
    else { return nil }
    return String(text)
  }

  /// The texts in which variables can be.
  var texts: [VariableText] {
    switch target {
    case .known: []
    case .address(let text): [text]
    case .parts(let host, let port): [host, port]
    }
  }
}

extension TCPProbe: CustomStringConvertible {
  public var description: String {
    switch target {
    case .known(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .address(let text): "\(text)"
    case .parts(let host, let port): "\(host):\(port)"
    }
  }
}

extension Unicode.Scalar {
  /// Whether an address can contain it: visible ASCII.
  var isPartOfAddress: Bool { value > 0x20 && value < 0x7F }
}
