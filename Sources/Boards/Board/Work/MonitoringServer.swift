/// A server of Prometheus or Alertmanager, and how requests to it are made.
public struct MonitoringServer: Sendable, Equatable {
  /// The address below which its interface is, such as `http://localhost:9090`, when its variables have their
  /// values.
  public let url: VariableText
  /// Headers for each request. Their names differ, also case-insensitively.
  public let headers: [HTTPProbe.Header]
  /// The time limit of a request, from connecting to the last byte.
  public let timeout: Duration
  /// Which certificates of the server are accepted.
  public let certificates: CertificatePolicy

  public init(
    url: VariableText, headers: [HTTPProbe.Header] = [], timeout: Duration = HTTPProbe.defaultTimeout,
    certificates: CertificatePolicy = CertificatePolicy()
  ) {
    self.url = url
    self.headers = headers
    self.timeout = timeout
    self.certificates = certificates
  }

  /// A request to the server. Whatever the answer is, it is examined by others.
  /// - Parameters:
  ///   - path: The path below the address, such as `/api/v1/query`.
  ///   - query: The parameters of the request, in order.
  ///   - json: The body, which is sent by `POST`; nil for none.
  ///   - value: Returns the value of a variable; nil if it is not set.
  /// - Throws: ``VariableText/Unset``, ``HTTPAddress/Mistake``, ``HTTPProbe/InvalidHeader``, or
  ///   ``UnusableAddress``.
  public func request(
    _ path: String, query: [(name: String, value: String)] = [], json: String? = nil,
    _ value: (_ name: String) -> String?
  ) throws -> HTTPProbe {
    let base = try url.text(value)
    _ = try HTTPAddress.url(base)
    guard !base.contains(where: { $0 == "?" || $0 == "#" }) else { throw UnusableAddress() }
    var address = base
    while address.hasSuffix("/") { address.removeLast() }
    address += path
    for (index, parameter) in query.enumerated() {
      address += "\(index == 0 ? "?" : "&")\(parameter.name)=\(parameter.value.percentEncoded)"
    }
    let type = HTTPProbe.Header(name: "Content-Type", value: VariableText(literal: "application/json"))
    return try HTTPProbe(
      url: VariableText(literal: address), headers: headers + (json == nil ? [] : [type]), body: json,
      timeout: timeout, certificates: certificates
    ).resolved(value)
  }

  /// The address has a query or a fragment, after which no path can follow.
  public struct UnusableAddress: Error, Equatable, CustomStringConvertible {
    public init() {}

    public var description: String { "`url` must end with the host or a path, without `?` and `#`" }
  }
}

extension MonitoringServer: CustomStringConvertible {
  /// The address without what may be secret.
  public var description: String {
    let text = "\(HTTPProbe(url: url))".dropFirst("GET ".count)
    return String(text.last == "/" ? text.dropLast() : text)
  }
}

extension String {
  /// The text as the value of a parameter in an address.
  fileprivate var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }
}
